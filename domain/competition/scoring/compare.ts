import type { ActivityKind } from "#content/activity-kinds.ts"
import type { ReasonCode } from "#content/reasons.ts"
import type { Db, Query } from "#ports/db.ts"
import type { Samples } from "#primitives/samples.ts"
import { endOf } from "./activity.ts"
import { areRelated, reachMs } from "./overlap.ts"
import type { KeptActivity } from "./plan.ts"
import { type ActivityRow, fromRow } from "./rows.ts"
import { readSamples } from "./same-recording.ts"

/** An activity as compared with another one. */
interface ComparedActivity {
  id: number
  name: string | null
  kind: ActivityKind
  source: string
  /** The device or service that its source's terms require to be named beside it. */
  credit: string | null
  startedAt: Date
  /** The athlete's UTC offset in seconds. */
  utcOffsetS: number
  elapsedS: number
  movingS: number
  distanceM: number
  receivedAt: Date
  reason: ReasonCode
  /** Null where its source's terms forbid keeping any, or it has too few. */
  samples: Samples | null
}

/**
 * A member's own activity, and the one that it lost to. If that one is another athlete's, only its existence is
 * revealed. Errors: `unknown_activity`, also for another member's activity.
 */
export async function compareOwn(
  { db }: { db: Db },
  { userId, activityId }: { userId: string; activityId: number },
): Promise<
  | { ok: true; own: ComparedActivity; other: ComparedActivity | "another account's" | "gone" | null }
  | { ok: false; code: "unknown_activity" }
> {
  const [own] = await read(db, { userId, activityId })
  if (!own) return { ok: false, code: "unknown_activity" }
  const found = await counterpartOf(db, activityId)
  if (found === null) return { ok: true, own, other: null }
  const [mine] = await read(db, { userId, activityId: found })
  if (mine) return { ok: true, own, other: mine }
  const [theirs] = await db.sql`select from activities where id = ${found}`
  return { ok: true, own, other: theirs ? "another account's" : "gone" }
}

/**
 * The id of the activity that this one lost to: the earlier one that shows the same recording, or the athlete's own
 * that counts for the same minutes. Null when it lost to none; 0, or an id that no longer exists, when that one is
 * unknown or was removed since.
 */
export async function counterpartOf(db: Db, activityId: number): Promise<number | null> {
  const { sql } = db
  const [own] = await records(db, sql`x.id = ${activityId}`)
  if (own?.reason !== "duplicate" && own?.reason !== "overlap") return own?.twinOf ?? null
  const [from, to] = [-reachMs, reachMs].map((ms) => new Date(own.startedAt.getTime() + ms)) as [Date, Date]
  const around = await records(
    db,
    sql`x.athlete_id = (select athlete_id from activities where id = ${activityId}) and x.id <> ${activityId}
      and x.status <> 'excluded' and x.started_at between ${from} and ${to}`,
  )
  const shared = (other: KeptActivity) =>
    Math.min(endOf(own).getTime(), endOf(other).getTime()) -
    Math.max(own.startedAt.getTime(), other.startedAt.getTime())
  const [most] = around
    .filter((other) => areRelated(own, other))
    .sort((one, other) => shared(other) - shared(one))
  return most?.id ?? null
}

async function records({ sql }: Db, condition: Query<Record<string, unknown>>): Promise<KeptActivity[]> {
  const rows = await sql<{ row: ActivityRow; fingerprint: string | null }>`
    select to_jsonb(x) as row, encode(f.samples, 'base64') as fingerprint
    from activities x left join private.fingerprints f on f.activity_id = x.id
    where ${condition}
  `
  return rows.map(({ row, fingerprint }) => fromRow(row, fingerprint))
}

async function read(
  { sql }: Db,
  { userId, activityId }: { userId: string; activityId: number },
): Promise<ComparedActivity[]> {
  const rows = await sql<Omit<ComparedActivity, "samples"> & { samples: string | null }>`
    select x.id::float8 as id, x.name, x.kind, x.source, x.credit, x.started_at as "startedAt", x.utc_offset_s as "utcOffsetS",
      x.elapsed_s as "elapsedS", x.moving_s as "movingS", x.distance_m as "distanceM", x.received_at as "receivedAt",
      x.reason, encode(f.samples, 'base64') as samples
    from activities x
    join athletes a on a.id = x.athlete_id
    left join private.fingerprints f on f.activity_id = x.id
    where x.id = ${activityId} and a.user_id = ${userId}
  `
  return rows.map((row) => ({ ...row, samples: readSamples(row.samples) }))
}
