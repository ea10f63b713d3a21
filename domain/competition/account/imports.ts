import type { Db, Query } from "#ports/db.ts"
import { dateFormat } from "#primitives/date-format.ts"

/** The outcome of one recording. */
export interface ImportOutcome {
  /** A recording in an archive is named "export.zip/activities/1.fit". */
  name: string
  outcome: "stored" | "refused"
  reason: string | null
  activities: number
}

/** An import of an account, started on any device or by a command. */
export interface OwnImport {
  id: string
  /** On the member's clock: "Nov 21, 2026, 8:14 PM". */
  startedAt: string
  isFinished: boolean
  /** In the order in which they were chosen; none for an import by command. */
  uploads: { file: number; name: string; size: number; isReceived: boolean; isRead: boolean }[]
  outcomes: ImportOutcome[]
}

const most = 3
const moment = dateFormat({ dateStyle: "medium", timeStyle: "short" })

/** The latest imports of an account, newest first, each with all of its files. */
export async function importsOf(db: Db, userId: string): Promise<OwnImport[]> {
  return read(db, db.sql`a.user_id = ${userId} order by i.started_at desc limit ${most}`)
}

/** One import of an account; undefined for another member's. */
export async function ownImport(db: Db, userId: string, id: string): Promise<OwnImport | undefined> {
  return (await read(db, db.sql`a.user_id = ${userId} and i.id = ${id}`))[0]
}

async function read({ sql }: Db, condition: Query<Record<string, unknown>>): Promise<OwnImport[]> {
  const rows = await sql<Omit<OwnImport, "startedAt"> & { startedAt: Date; zone: string }>`
    select i.id, i.started_at as "startedAt", a.time_zone as zone, i.finished_at is not null as "isFinished",
      (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'file', u.file, 'name', u.name, 'size', u.size,
            'isReceived', u.received_at is not null, 'isRead', u.read_at is not null
          )
          order by u.file
        ), '[]')
        from import_uploads u where u.import_id = i.id
      ) as uploads,
      (
        select coalesce(jsonb_agg(
          jsonb_build_object('name', f.name, 'outcome', f.outcome, 'reason', f.reason, 'activities', f.activities)
          order by f.at, f.name
        ), '[]')
        from import_files f where f.import_id = i.id
      ) as outcomes
    from imports i
    join athletes a on a.id = i.athlete_id
    where ${condition}
  `
  return rows.map(({ startedAt, zone, ...row }) => ({ ...row, startedAt: moment(startedAt, zone) }))
}
