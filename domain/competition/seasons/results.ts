import type { World } from "#domain/world.ts"
import { competitionDay } from "../calendar/period.ts"
import { firstTeamPlace } from "../series/season-prizes.ts"
import type { Ineligible } from "./eligibility.ts"
import { awardsFrom } from "./season.ts"

/** A prize of a closed season as any visitor may see it. */
export interface PublicWinner {
  place: number
  title: string
  /** Null for a winner whose name is hidden from visitors or whose account was deleted. */
  name: string | null
  /** Used in URLs: /leaderboard/athletes/<slug>. Null when the name is null. */
  athlete: string | null
  /** Version of the photo; null without one or without a name. */
  photo: string | null
  /** The drawn figure; null without a name. */
  figure: string | null
  points: number | null
  /** Attributions that the terms of sources require beside the points. */
  credits: string[]
  sample: boolean
}

interface PublicSeason {
  slug: string
  series: string
  /** Of the race: "Two-week race" */
  name: string
  from: string
  to: string
  /** When the results were frozen; later data did not change them. */
  frozenAt: Date
  /** That day on the competition's calendar. */
  finalOn: string
  /** The version of the rules by which points were awarded. */
  ruleset: number
  /** The number of athletes with a final place. */
  athletes: number
  winners: PublicWinner[]
  /** Nothing is awarded yet: the winners are being checked. */
  provisional: boolean
  /** When every undisputed place is or was awarded. */
  undisputedFrom: Date
  /** Places that are still being checked after that. */
  openPlaces: number[]
}

/** A row of the final table as any visitor may see it; hidden values are null. */
interface PublicResult {
  rank: number
  name: string | null
  athlete: string | null
  points: number | null
  activeDays: number | null
  /** Attributions that the terms of sources require beside the points. */
  credits: string[]
  /** A sample athlete; every page that shows one discloses it. */
  sample: boolean
}

interface SeasonResults extends PublicSeason {
  /** How many athletes who ranked high enough for a prize were passed over, counted by rule and without names. */
  passedOver: { rule: Ineligible; athletes: number }[]
  rows: PublicResult[]
  /** Cursor for the next page; null on the last page. */
  next: number | null
}

/** Closed seasons as any visitor may see them, newest first. */
export async function closedSeasons(world: World, limit = 60): Promise<PublicSeason[]> {
  return readSeasons(world, { slug: null, limit })
}

/**
 * The final table of a closed season: `limit` rows after row `after`. Disqualified athletes are omitted, and
 * the ranks are computed without them. Errors: `unknown_season`, also for a season that is not closed yet.
 */
export async function seasonResults(
  world: World,
  { slug, after, limit }: { slug: string; after: number; limit: number },
): Promise<{ ok: true; results: SeasonResults } | { ok: false; code: "unknown_season" }> {
  const [season] = await readSeasons(world, { slug, limit: 1 })
  if (!season) return { ok: false, code: "unknown_season" }
  const { sql } = world.db
  const found = await sql<PublicResult & { line: number }>`
    select t.line, t.rank::integer as rank, t.name, t.athlete, t.points, t.active_days::integer as "activeDays",
      coalesce(t.credits, '{}') as credits, t.sample
    from seasons s cross join lateral private.final_table(s.id, ${after}, ${limit + 1}) t
    where s.slug = ${slug}
    order by t.line
  `
  const passedOver = await sql<SeasonResults["passedOver"][number]>`
    select rule, count(*)::integer as athletes
    from (
      select case when d.athlete_id is not null then 'disqualified' else r.verdict end as rule
      from seasons s
      join season_results r on r.season_id = s.id
      left join disqualifications d on d.season_id = r.season_id and d.athlete_id = r.athlete_id
      where s.slug = ${slug} and (r.verdict <> 'eligible' or d.athlete_id is not null)
    ) ruled
    group by rule
    order by rule
  `
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    ok: true,
    results: {
      ...season,
      passedOver: [...passedOver],
      rows: rows.map(({ line, ...row }) => row),
      next: last?.line ?? null,
    },
  }
}

async function readSeasons(
  world: World,
  { slug, limit }: { slug: string | null; limit: number },
): Promise<PublicSeason[]> {
  const rows = await world.db.sql<Omit<PublicSeason, "finalOn" | "undisputedFrom">>`
    select s.slug, s.series, x.name, s.from_on::text as from, s.to_on::text as to, s.closed_at as "frozenAt",
      s.ruleset::integer as ruleset,
      (
        select count(*)::integer from season_results r
        where r.season_id = s.id and not exists (
          select from disqualifications d where d.season_id = r.season_id and d.athlete_id = r.athlete_id
        )
      ) as athletes,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'place', p.place, 'title', p.title, 'name', t.name, 'athlete', t.athlete, 'points', t.points,
          'photo', a.photo, 'figure', private.figure(a.sport, a.look, a.restricted_data = 'none'),
          'credits', coalesce(to_jsonb(t.credits), '[]'), 'sample', coalesce(t.sample, false)
        ) order by p.place)
        from prizes p
        left join season_results r on r.season_id = p.season_id and r.athlete_id = p.athlete_id
        left join lateral private.final_table(p.season_id, r.line - 1, 1) t on t.line = r.line
        left join athletes a on a.slug = t.athlete
        where p.season_id = s.id and p.race_id is null and p.status <> 'withdrawn'
      ), '[]') as winners,
      s.settled_at is null as provisional,
      array(
        select o.place::integer from private.open_places o
        where o.season_id = s.id and o.place < ${firstTeamPlace} order by o.place
      ) as "openPlaces"
    from seasons s join series x on x.slug = s.series
    where s.closed_at is not null and (${slug}::text is null or s.slug = ${slug})
    order by s.closes_at desc, s.series
    limit ${limit}
  `
  return rows.map((row) => ({
    ...row,
    finalOn: competitionDay(row.frozenAt),
    undisputedFrom: awardsFrom({ closedAt: row.frozenAt, graceEndsAt: row.frozenAt }),
  }))
}
