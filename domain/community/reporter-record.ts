import type { Db } from "#ports/db.ts"
import type { ReporterRecord } from "./weight.ts"

/** Older decisions are forgotten. */
const lastDecided = 100

/** How often people agreed with a member's reports. Decisions that were taken back and automatic ones do not count. */
export async function recordOf({ sql }: Db, reporter: number): Promise<ReporterRecord> {
  const [row] = (await sql<ReporterRecord>`
    select count(*) filter (where action = 'hide')::integer as agreed,
      count(*) filter (where action = 'keep')::integer as declined
    from (
      select d.action from private.reports r join private.moderation_decisions d on d.id = r.decision_id
      where r.reporter_id = ${reporter} and not d.automatic and d.undone_at is null
      order by r.id desc limit ${lastDecided}
    ) decided`) as [ReporterRecord]
  return row
}
