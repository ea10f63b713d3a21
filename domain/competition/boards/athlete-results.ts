import { displayOf, displayToVisitors } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Day } from "#primitives/zones.ts"
import { type ExplainedDay, explain } from "../scoring/explain.ts"
import type { Boards } from "./board.ts"
import { streakOf } from "./streak.ts"

interface Place {
  board: string
  name: string
  rank: number
  total: number
  /** The place at which the day began; null if the athlete was not on the board. */
  rankYesterday: number | null
  points: number
  activeDays: number
  /**
   * The athlete with the next better place, and by how many points; null for the first, and where those points are not
   * shown.
   */
  ahead: { points: number; name: string | null; athlete: string | null; credits: string[] } | null
  /** Attributions that the terms of sources require beside the points. */
  credits: string[]
}

export interface AthleteResults {
  slug: string
  name: string
  photo: string | null
  /** The drawn figure in place of a photo. */
  figure: string
  demo: boolean
  /** The athlete's current place on each running board where they have points. */
  places: Place[]
  /** The latest 60 days with points, newest first. */
  days: ExplainedDay[]
  /** Active days in a row: up to today or yesterday, and the longest of all that are shown. */
  streak: { current: number; longest: number }
  /** Closed seasons, newest first. */
  seasons: {
    slug: string
    /** Of the race: "Two-week race". */
    name: string
    from: string
    to: string
    rank: number
    points: number
    activeDays: number
    /** Active days that made a finisher; null where the season has no such list. */
    finishDays: number | null
    credits: string[]
  }[]
}

/** The number of days that the page shows. */
const shownDays = 60

/**
 * The public competition page of an athlete. Errors: `unknown_athlete`, also for an athlete who is hidden.
 * @param today the current day on the competition's calendar
 */
export async function athleteResults(
  world: World,
  boards: Boards,
  { athlete, today }: { athlete: string; today: Day },
): Promise<{ ok: true; results: AthleteResults } | { ok: false; code: "unknown_athlete" }> {
  const found = await explain(world, { athlete, viewer: null })
  if (!found.ok) return found
  const { explained } = found
  const { slug, name, photo, figure, demo } = explained.athlete
  const [places, seasons] = await Promise.all([placesOf(world, boards, slug), seasonsOf(world, slug)])
  const active = explained.days.filter((day) => day.active).map((day) => day.on)
  return {
    ok: true,
    results: {
      slug,
      name,
      photo,
      figure,
      demo,
      places,
      days: explained.days.slice(0, shownDays),
      streak: streakOf(active, today),
      seasons,
    },
  }
}

async function placesOf(world: World, boards: Boards, slug: string): Promise<Place[]> {
  const now = world.now()
  const running = boards.shown().flatMap((content) => {
    const board = boards.find(content.slug, now)
    return board ? [{ content, board }] : []
  })
  const creditsOf = (board: string, athlete: string) => world.db.sql`array(
    select distinct credit
    from private.board_days d, unnest(d.credits) credit
    where d.board_id = ${world.db.sql(board)} and d.athlete_id = ${world.db.sql(athlete)} and d.credits is not null
    order by credit
  )`
  const rows = await world.db.sql<PlaceRow>`
    select s.board_id, s.place_key::float8 as place_key, s.points, s.active_days,
      private.rank_yesterday(s.board_id, s.athlete_id) as rank_yesterday,
      ${creditsOf("s.board_id", "s.athlete_id")} as credits,
      rival.points as ahead_points, rival.name as ahead_name, rival.slug as ahead_slug,
      ${creditsOf("s.board_id", "next.athlete_id")} as ahead_credits
    from athletes a
    join standings s on s.athlete_id = a.id
    cross join lateral ${displayToVisitors(world.db, world.db.sql`s.restricted_days > 0`)} shown
    left join lateral (
      select next.restricted_days, next.points, next.athlete_id
      from standings next
      where next.board_id = s.board_id and next.place_key > s.place_key
      order by next.place_key, next.athlete_id desc
      limit 1
    ) next on true
    left join lateral (
      select case when seen.points then next.points end as points,
        case when seen.name then b.display_name end as name, case when seen.name then b.slug end as slug
      from athletes b
      cross join lateral private.display(
        'anonymous', b.visibility, b.restricted_data, next.restricted_days > 0,
        ${displayOf(world.db)}
      ) seen
      where b.id = next.athlete_id
    ) rival on true
    where a.slug = ${slug} and shown.name and shown.points and s.board_id = any(${running.map(({ board }) => board.id)}::integer[])
  `
  return running.flatMap(({ content, board }) => {
    const row = rows.find(({ board_id }) => board_id === board.id)
    if (!row) return []
    return [
      {
        board: content.slug,
        name: content.name,
        rank: board.counts.rankOf(row.place_key),
        total: board.counts.size,
        rankYesterday: row.rank_yesterday,
        points: row.points,
        activeDays: row.active_days,
        credits: row.credits,
        ahead:
          row.ahead_points === null
            ? null
            : {
                points: row.ahead_points - row.points,
                name: row.ahead_name,
                athlete: row.ahead_slug,
                credits: row.ahead_credits,
              },
      },
    ]
  })
}

interface PlaceRow {
  board_id: number
  place_key: number
  rank_yesterday: number | null
  points: number
  active_days: number
  credits: string[]
  ahead_points: number | null
  ahead_name: string | null
  ahead_slug: string | null
  ahead_credits: string[]
}

async function seasonsOf(world: World, slug: string): Promise<AthleteResults["seasons"]> {
  const rows = await world.db.sql<AthleteResults["seasons"][number]>`
    select
      s.slug, x.name, s.from_on::text as from, s.to_on::text as to, t.rank::integer as rank, t.points,
      t.active_days::integer as "activeDays", s.finish_days::integer as "finishDays",
      coalesce(t.credits, '{}') as credits
    from athletes a
    join season_results r on r.athlete_id = a.id
    join seasons s on s.id = r.season_id and s.settled_at is not null
    join series x on x.slug = s.series
    cross join lateral private.final_table(s.id, r.line - 1, 1) t
    where a.slug = ${slug} and t.athlete = a.slug and t.points is not null
    order by s.closes_at desc, s.series
  `
  return [...rows]
}
