import type { CommandName } from "#domain/operator/commands.ts"
import type { World } from "#domain/world.ts"

/** Commands whose entries keep personal values, which are exported and erased with the account, or with the address. */
const ofAccount =
  /^(review.(?!export|file)|report|member|season.(clear|doubt|disq|reinst)|prize.(?!export)|photo.(?!review)|team.transfer|person.(tie|view|(un)?ban|confirm)|role)/
const ofAddress =
  /^(inbox.(?!export|save|drop)|order.(?!export|receipt)|event.(check-|walk-in|guests|free|seat|put|transfer)|mail.resend|newsletter.(un)?suppress)/

/** Whose data the personal values of a command's journal entry are. */
export type OwnerOfValues = "account" | "address" | "nobody"

export function ownerOfValues(command: CommandName): OwnerOfValues {
  return ofAccount.test(command) ? "account" : ofAddress.test(command) ? "address" : "nobody"
}

/** Whose the values of the newest entry are, of one command if it is given. */
export async function keptValuesOf(world: World, command?: CommandName): Promise<OwnerOfValues | undefined> {
  const [entry] = await world.db.sql<{ of: OwnerOfValues }>`
    select case when v.user_id is not null then 'account' when v.email is not null then 'address' else 'nobody' end as of
    from private.journal j left join private.journal_values v on v.entry_id = j.id
    where ${command ?? null}::text is null or j.command = ${command ?? null}
    order by j.id desc limit 1`
  return entry?.of
}
