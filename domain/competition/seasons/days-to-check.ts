import type { ActivityKind } from "#content/activity-kinds.ts"
import type { Db } from "#ports/db.ts"
import { readEvidence } from "../scoring/read-evidence.ts"
import { readSigns } from "../scoring/read-signs.ts"
import type { SeasonRow } from "./season.ts"
import { sharedRecorders } from "./shared-recorders.ts"

/** An activity of a day, with the evidence for it and the doubts about it. */
interface CheckedActivity {
  id: number
  name: string | null
  kind: ActivityKind
  startedAt: Date
  utcOffsetS: number
  movingS: number
  distanceM: number
  /** The evidence for it, in words. */
  evidence: string[]
  /** Why an operator checks it; empty if the evidence is sufficient or an operator has counted it. */
  doubts: string[]
}

/** A day of an athlete in a season. */
export interface DayToCheck {
  athleteId: number
  /** "2026-11-20" in the athlete's time zone. */
  on: string
  points: number
  activities: CheckedActivity[]
  /** What speaks against the season as a whole, in words, on its last day: points that changed since, a recorder of two accounts. */
  change: string | null
  /** The doubts to check, one text for each; empty for a day without doubts. */
  seen: string[]
  /** Who confirmed the day, with everything in `seen`; null if nobody did, or if new doubts have come up since. */
  cleared: { by: string; at: Date } | null
}

/**
 * The days of athletes in a season, earliest first, with everything that was counted. Late activities of a frozen season are left
 * out, because they do not count for it.
 */
export async function daysToCheck(
  db: Db,
  season: SeasonRow,
  athleteIds: readonly number[],
): Promise<DayToCheck[]> {
  const activities = await readActivities(db, season, athleteIds)
  const ids = activities.map(({ id }) => id)
  const evidence = await readEvidence(db, ids)
  const signs = await readSigns(db, ids)
  const changes = await readChanges(db, season, athleteIds)
  const recorders = await sharedRecorders(db, season, athleteIds)
  const facts = await readDays(db, season, athleteIds)
  return facts.map(({ athleteId, on, points, ...kept }) => {
    const own = activities.filter((one) => one.athleteId === athleteId && one.on === on)
    const checked = own.map((one) => {
      const doubt = evidence.get(one.id)?.doubt
      const doubts = one.seenBefore ? [] : [...(signs.get(one.id) ?? []), ...(doubt ? [doubt] : [])]
      return { ...one, evidence: evidence.get(one.id)?.says ?? [], doubts }
    })
    const whole = [changes.get(athleteId), recorders.get(athleteId)].filter(Boolean).join(" ")
    const change = on === season.to && whole !== "" ? whole : null
    const seen = [
      ...checked.filter(({ doubts }) => doubts.length > 0).map(versionOf),
      ...(change ? [change] : []),
    ]
    const isCleared = kept.clearedBy !== null && seen.every((one) => kept.seen?.includes(one))
    return {
      ...{ athleteId, on, points, activities: checked, change, seen },
      cleared: isCleared ? { by: kept.clearedBy as string, at: kept.clearedAt as Date } : null,
    }
  })
}

/** Whether an operator must check a day before its athlete gets a prize. */
export function isDoubtful({ seen, cleared }: DayToCheck): boolean {
  return seen.length > 0 && cleared === null
}

/** Changes whenever the displayed data of an activity changes. */
function versionOf({ id, movingS, distanceM }: CheckedActivity): string {
  return `${id}: ${movingS} s, ${distanceM} m`
}

interface ActivityLine extends Omit<CheckedActivity, "evidence" | "doubts"> {
  athleteId: number
  on: string
  /** An operator has decided that it counts. */
  seenBefore: boolean
}

async function readActivities({ sql }: Db, season: SeasonRow, athleteIds: readonly number[]) {
  return sql<ActivityLine>`
    select x.id::float8 as id, x.athlete_id::float8 as "athleteId", x.local_on::text as on, x.name, x.kind,
      x.started_at as "startedAt", x.utc_offset_s as "utcOffsetS", x.moving_s as "movingS",
      x.distance_m as "distanceM", x.decision is not null as "seenBefore"
    from activities x
    where x.athlete_id = any(${athleteIds}::bigint[]) and x.status = 'counted'
      and x.started_at >= ${season.opensAt} and x.started_at < ${season.closesAt}
      and x.received_at <= coalesce(${season.closedAt}::timestamptz, 'infinity')
    order by x.started_at, x.id
  `
}

interface DayLine {
  athleteId: number
  on: string
  points: number
  seen: string[] | null
  clearedBy: string | null
  clearedAt: Date | null
}

/** Days with points, and the season's last one, on which a change since the freeze is shown. */
async function readDays({ sql }: Db, season: SeasonRow, athleteIds: readonly number[]) {
  return sql<DayLine>`
    select d.athlete_id::float8 as "athleteId", d.local_on::text as on, d.points, c.seen,
      c.cleared_by as "clearedBy", c.cleared_at as "clearedAt"
    from (
      select athlete_id, local_on, max(points)::integer as points
      from (
        select d.athlete_id, d.local_on, d.points
        from private.board_days d join boards b on b.id = d.board_id
        where b.season_id = ${season.id} and d.athlete_id = any(${athleteIds}::bigint[])
        union all
        select athlete_id, ${season.to}::date, 0 from unnest(${athleteIds}::bigint[]) athlete_id
      ) all_days
      group by 1, 2
    ) d
    left join private.cleared_days c on c.athlete_id = d.athlete_id and c.local_on = d.local_on
    order by d.athlete_id, d.local_on
  `
}

/**
 * Frozen points that today's activities no longer give: something was deleted, declined, counted or added since. An
 * operator checks this, because a deleted activity can no longer be inspected.
 */
async function readChanges({ sql }: Db, season: SeasonRow, athleteIds: readonly number[]) {
  const rows = await sql<{ athleteId: number; frozen: number; now: number }>`
    select * from (
      select r.athlete_id::float8 as "athleteId", r.points as frozen, coalesce((
        select sum(d.points) from private.board_days d join boards b on b.id = d.board_id
        where b.season_id = r.season_id and d.athlete_id = r.athlete_id
      ), 0)::integer as now
      from season_results r where r.season_id = ${season.id} and r.athlete_id = any(${athleteIds}::bigint[])
    ) compared where frozen <> now
  `
  return new Map(
    rows.map(({ athleteId, frozen, now }) => [
      athleteId,
      `The final table has ${frozen} points; the activities now give ${now}.`,
    ]),
  )
}
