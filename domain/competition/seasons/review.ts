import type { ActivityKind } from "#content/activity-kinds.ts"
import type { World } from "#domain/world.ts"
import { daysBetween } from "#primitives/days.ts"
import { type Day, weekday } from "#primitives/zones.ts"

/** A member's look back at a season whose results are frozen. */
export interface SeasonReview {
  season: string
  /** "Two-week race" */
  name: string
  from: Day
  to: Day
  points: number
  activeDays: number
  rank: number
  athletes: number
  isFinisher: boolean
  /** Null when the days are no longer stored. */
  best: { on: Day; points: number; kinds: ActivityKind[] } | null
  /** The most active days in a row. */
  inARow: number
  /** The day of the week with the most active days, 1 for Monday; null with fewer than two active days. */
  loyal: { weekday: number; days: number } | null
  kinds: ActivityKind[]
  /** Cheers that the member got for days of the season. */
  cheers: number
  /** What everybody did together. */
  everyone: { points: number; activeDays: number }
  /** The attributions that sources' terms require. */
  credits: string[]
}

interface Row {
  athleteId: number
  name: string
  season: string
  from: Day
  to: Day
  points: number
  activeDays: number
  rank: number
  athletes: number
  finishDays: number | null
  days: [on: Day, points: number, active: boolean, credits: string[] | null][]
  kinds: [on: Day, kind: ActivityKind][]
  cheers: number
  everyone: { points: number; activeDays: number }
  credits: string[] | null
}

/**
 * Looks back at one season of an athlete. Points, place and active days are those of the frozen results; the rest comes from the
 * days as they are stored now, so that what leaves with a connection is not shown. Null: not over, or the athlete has no
 * result in it, as without points or after a disqualification.
 */
export async function seasonReview(
  { db }: Pick<World, "db">,
  { season, athleteId }: { season: string; athleteId: number },
): Promise<SeasonReview | null> {
  const [row] = await db.sql<Row>`
    select r.athlete_id::float8 as "athleteId", x.name, s.slug as season, s.from_on::text as from, s.to_on::text as to,
      r.points, r.active_days::integer as "activeDays", t.rank::integer as rank, s.finish_days::integer as "finishDays",
      r.credits, together.athletes, jsonb_build_object('points', together.points, 'activeDays', together.days) as everyone,
      (
        select coalesce(jsonb_agg(jsonb_build_array(d.local_on, d.points, d.active, d.credits) order by d.local_on), '[]')
        from private.board_days d where d.board_id = b.id and d.athlete_id = r.athlete_id and d.points > 0
      ) as days,
      (
        select coalesce(jsonb_agg(distinct jsonb_build_array(x.local_on, x.kind)), '[]') from activities x
        where x.athlete_id = r.athlete_id and x.status = 'counted' and x.local_on between s.from_on and s.to_on
      ) as kinds,
      (
        select count(*)::integer from private.cheers c join athletes giver on giver.id = c.giver_id
        where c.receiver_id = r.athlete_id and c.taken_back_at is null and c.local_on between s.from_on and s.to_on
          and giver.visibility <> 'hidden'
          and giver.id <> all ((select private.apart_from(a.user_id))::bigint[])
      ) as cheers
    from seasons s
    join series x on x.slug = s.series
    join boards b on b.season_id = s.id
    join season_results r on r.season_id = s.id and r.athlete_id = ${athleteId}
    join athletes a on a.id = r.athlete_id
    cross join lateral private.final_table(s.id, r.line - 1, 1) t
    cross join lateral (
      select count(*)::integer as athletes, sum(o.points)::integer as points, sum(o.active_days)::integer as days
      from season_results o where o.season_id = s.id
        and not exists (select from disqualifications q where q.season_id = s.id and q.athlete_id = o.athlete_id)
    ) together
    where s.slug = ${season} and s.closed_at is not null and t.line = r.line`
  return row ? reviewFrom(row) : null
}

function reviewFrom({ athleteId, finishDays, days, kinds, credits, ...row }: Row): SeasonReview {
  const active = days.flatMap(([on, , isActive]) => (isActive ? [on] : []))
  const [best] = days.toSorted(([, a], [, b]) => b - a)
  return {
    ...row,
    isFinisher: finishDays !== null && row.activeDays >= finishDays,
    best: best
      ? { on: best[0], points: best[1], kinds: kindsOf(kinds.filter(([on]) => on === best[0])) }
      : null,
    inARow: longestRow(active),
    loyal: loyalDay(active),
    kinds: kindsOf(kinds),
    credits: [...new Set([...(credits ?? []), ...days.flatMap(([, , , own]) => own ?? [])])].sort(),
  }
}

function kindsOf(kinds: readonly [Day, ActivityKind][]): ActivityKind[] {
  return [...new Set(kinds.map(([, kind]) => kind))].filter((kind) => kind !== "transition").sort()
}

/** @param days in their order */
function longestRow(days: readonly Day[]): number {
  let [longest, row] = [0, 0]
  for (const [n, day] of days.entries()) {
    const before = days[n - 1]
    row = before !== undefined && daysBetween(before, day) === 1 ? row + 1 : 1
    longest = Math.max(longest, row)
  }
  return longest
}

/** The earlier one in the week of those that are equal. */
function loyalDay(days: readonly Day[]): SeasonReview["loyal"] {
  if (days.length < 2) return null
  const counts = Array.from({ length: 7 }, (_, n) => days.filter((day) => weekday(day) === n + 1).length)
  const most = Math.max(...counts)
  return most < 2 ? null : { weekday: counts.indexOf(most) + 1, days: most }
}
