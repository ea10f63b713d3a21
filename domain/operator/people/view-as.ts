import type { World } from "#domain/world.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** How long a view lasts. */
const viewMinutes = 15

/**
 * Starts viewing the site as a member, for fifteen minutes. No token of the member is created. Errors: those of `act`,
 * `reason_missing`.
 */
export async function beginView(
  world: World,
  operator: Operator,
  { userId, reason }: { userId: string; reason: string },
) {
  const subject = { kind: "account", id: userId, person: { userId } }
  const until = new Date(world.now().getTime() + viewMinutes * 60_000)
  return act(
    world,
    operator,
    { command: "person.view", subject, reason },
    async (
      inside,
    ): Promise<{ ok: true; until: Date } | { ok: false; code: "reason_missing" | "unknown_account" }> => {
      if (reason.trim().length < 5) return { ok: false, code: "reason_missing" }
      const account = await inside.accounts.find(inside.db, userId)
      if (!account) return { ok: false, code: "unknown_account" }
      await inside.db.sql`
        insert into private.member_views as v (operator_id, user_id, until) values (${operator.id}, ${userId}, ${until})
        on conflict (operator_id, user_id) do update set until = excluded.until`
      return { ok: true, until }
    },
  )
}

/** Ends the view early. */
export async function endView({ db }: World, { id }: Operator, userId: string): Promise<void> {
  await db.sql`delete from private.member_views where operator_id = ${id} and user_id = ${userId}`
}

/** Until when the operator views the site as this member; null if no view was started, or it has expired. */
export async function viewAs(
  world: Pick<World, "db" | "now">,
  { id }: Operator,
  userId: string,
): Promise<{ until: Date } | null> {
  const [open] = await world.db.sql<{ until: Date }>`
    select until from private.member_views
    where operator_id = ${id} and user_id = ${userId} and until > ${world.now()}`
  return open ?? null
}
