import type { ActivityKind } from "#content/activity-kinds.ts"
import type { Db } from "#ports/db.ts"
import { rulesetOn } from "../scoring/day.ts"
import { type Effort, score } from "../scoring/score.ts"

/** A session today that would be enough. */
export interface Session {
  minutes: number
  kind: ActivityKind
}

/** Typical lengths of a session. */
const lengths = [20, 30, 45, 60, 90, 120]

/** How far back to search for the member's usual kind and slowest pace. */
const lookBackDays = 35

/** What a member could do today. */
interface Training {
  /** What already counts today. */
  today: readonly Effort[]
  /** The most recently recorded kind; null if there is none. */
  kind: ActivityKind | null
  /** The slowest recorded pace of this kind, in meters per second. */
  slowest: number
}

/** Reads what a member has done today and usually does. `at`: now. */
export async function trainingOf({ sql }: Db, userId: string, at: Date): Promise<Training> {
  const rows = await sql<Effort & { isToday: boolean }>`
    select x.kind, coalesce(x.counted_s, x.moving_s) as "movingS", coalesce(x.counted_m, x.distance_m) as "distanceM",
      x.local_on = local.day as "isToday"
    from athletes a
    cross join lateral (select (${at}::timestamptz at time zone a.time_zone)::date as day) local
    join activities x on x.athlete_id = a.id and x.status = 'counted' and x.kind <> 'transition'
      and x.local_on > local.day - ${lookBackDays}::integer
    where a.user_id = ${userId}
    order by x.started_at desc
  `
  const times = new Map<ActivityKind, number>()
  for (const { kind } of rows) times.set(kind, (times.get(kind) ?? 0) + 1)
  const kind = [...times].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null
  const paces = rows.flatMap((row) =>
    row.kind === kind && row.movingS > 0 ? [row.distanceM / row.movingS] : [],
  )
  return { today: rows.filter(({ isToday }) => isToday), kind, slowest: Math.min(...paces) }
}

/**
 * The shortest session of the member's own kind, at their slowest pace, that earns more than the given points today
 * under the rules of the season that began on the given day. Null when none of them does.
 */
export function sessionWorth(
  { today, kind, slowest }: Training,
  { points, from }: { points: number; from: string },
): Session | null {
  if (kind === null) return null
  const ruleset = rulesetOn(from)
  const before = score(today, ruleset).points
  const minutes = lengths.find((length) => {
    const session = { kind, movingS: length * 60, distanceM: Math.floor(length * 60 * slowest) }
    return score([...today, session], ruleset).points - before > points
  })
  return minutes === undefined ? null : { minutes, kind }
}
