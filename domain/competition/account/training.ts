import type { ServiceName } from "#content/services.ts"
import type { WithheldReason } from "#content/withheld.ts"
import type { Db, Sql } from "#ports/db.ts"
import { dateFormat } from "#primitives/date-format.ts"
import type { Day } from "#primitives/zones.ts"
import type { ExplainedDay } from "../scoring/explain.ts"

/** The latest four weeks of days with points, newest first. */
export async function ownDays({ sql }: Db, userId: string): Promise<ExplainedDay[]> {
  return sql<ExplainedDay>`
    select d.local_on::text as "on", d.points, d.active, d.lines, coalesce(d.credits, '{}') as credits
    from athlete_days d join athletes a on a.id = d.athlete_id
    where a.user_id = ${userId} and d.points > 0
    order by d.local_on desc
    limit 28
  `
}

/** A strength session that the member entered in a training log. */
export interface StrengthLog {
  id: number
  app: "hevy" | "strong"
  title: string | null
  /** ISO 8601. */
  startedAt: string
  on: Day
  durationS: number | null
  sets: number
  volume: number
  weightUnit: "kg" | "lb" | null
}

/** The latest `first` strength logs of an account, and how many it has. */
export async function strengthLogsOf(
  { sql }: Db,
  userId: string,
  first: number,
): Promise<{ rows: StrengthLog[]; total: number }> {
  const rows = await sql<StoredLog>`
    select ${logColumns(sql)}, count(*) over ()::integer as total
    from strength_logs l join athletes a on a.id = l.athlete_id
    where a.user_id = ${userId}
    order by l.started_at desc, l.id desc
    limit ${first}
  `
  return { rows: rows.map(asLog), total: rows[0]?.total ?? 0 }
}

/** The strength logs that may be of the same sessions as these activities, which are sorted by their start. */
export async function strengthLogsBeside(
  { sql }: Db,
  userId: string,
  activities: readonly { startedAt: string }[],
): Promise<StrengthLog[]> {
  const [latest, oldest] = [activities[0], activities.at(-1)]
  if (!latest || !oldest) return []
  const rows = await sql<StoredLog>`
    select ${logColumns(sql)}, 0 as total
    from strength_logs l join athletes a on a.id = l.athlete_id
    where a.user_id = ${userId}
      and l.started_at between ${oldest.startedAt}::timestamptz - interval '1 day'
        and ${latest.startedAt}::timestamptz + interval '1 day'
    order by l.started_at desc
    limit 500
  `
  return rows.map(asLog)
}

interface StoredLog extends Omit<StrengthLog, "startedAt"> {
  startedAt: Date
  total: number
}

const logColumns = (sql: Sql) => sql`
  l.id::float8 as id, l.app, l.title, l.started_at as "startedAt", l.local_on::text as "on",
  l.duration_s as "durationS", l.sets, l.volume, l.weight_unit as "weightUnit"
`

function asLog({ total: _, startedAt, ...row }: StoredLog): StrengthLog {
  return { ...row, startedAt: startedAt.toISOString() }
}

/** An activity of a service that is not stored here. */
export interface WithheldActivity {
  source: ServiceName
  idHash: string
  reason: WithheldReason
  refusal: string | null
  /** On the member's clock: "Nov 21, 2026". */
  noticedOn: string
}

const day = dateFormat({ dateStyle: "medium" })

/** The latest of them. */
export async function withheldFrom({ sql }: Db, userId: string): Promise<WithheldActivity[]> {
  const rows = await sql<Omit<WithheldActivity, "noticedOn"> & { noticedAt: Date; zone: string }>`
    select w.source, w.id_hash as "idHash", w.reason, w.refusal, w.noticed_at as "noticedAt", a.time_zone as zone
    from withheld_activities w join athletes a on a.id = w.athlete_id
    where a.user_id = ${userId}
    order by w.noticed_at desc
    limit 20
  `
  return rows.map(({ noticedAt, zone, ...row }) => ({ ...row, noticedOn: day(noticedAt, zone) }))
}
