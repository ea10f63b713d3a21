import type { NoticeKind } from "#content/notice-kinds.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { openSettings } from "./choices.ts"
import type { Member } from "./facts.ts"

/**
 * Takes slots of a member's day, all or none, in the transaction that queues what is sent. False when one of them is taken
 * because another process was faster, or when the member ended one of these kinds meanwhile.
 */
export async function claim(
  world: World,
  db: Db,
  { athleteId, localOn }: Pick<Member, "athleteId" | "localOn">,
  { slots, kinds }: { slots: readonly string[]; kinds: readonly NoticeKind[] },
): Promise<boolean> {
  // Locks the member's settings, so that processes claim one after the other.
  await openSettings(world, db, athleteId)
  const rows = await db.sql`
    insert into private.notices (athlete_id, local_on, slot)
    select ${athleteId}, ${localOn}::date, slot from unnest(${[...slots]}::text[]) slot
    where not exists (
        select from private.notices n
        where n.athlete_id = ${athleteId} and n.slot = any(${[...slots]}::text[])
          and (n.local_on = ${localOn}::date or n.slot not in ('day', 'prize'))
      )
      and not exists (
        select from private.notice_choices c
        where c.athlete_id = ${athleteId} and c.kind = any(${[...kinds]}::text[]) and c.channel = 'off'
      )
    returning slot`
  return rows.length > 0
}

/** Deletes what was sent on earlier days. Ends of seasons are kept until nobody would be told of them anymore. Run by a job every hour. */
export async function forgetNotices({ sql }: Db, now: Date): Promise<void> {
  await sql`
    delete from private.notices
    where local_on < ${now}::timestamptz::date - case when slot like 'over:%' then 30 else 3 end`
}
