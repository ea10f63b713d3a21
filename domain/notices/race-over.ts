import { countOf, ordinal, rankAmong } from "#content/amounts.ts"
import { seasonResults } from "#domain/competition/seasons/results.ts"
import type { World } from "#domain/world.ts"
import { credited, inSentence } from "./lines.ts"

/** One member's results in a season, and its winners. */
export interface RaceOver {
  /** Used in URLs. */
  season: string
  /** "Two-week race" */
  name: string
  from: string
  to: string
  rank: number
  athletes: number
  points: number
  activeDays: number
  bestDay: { on: string; points: number }
  /** Whether the member has more points than in each earlier season of the race; false without an earlier one. */
  isBest: boolean
  credits: readonly string[]
  winners: readonly { place: number; name: string | null; title: string; credits: readonly string[] }[]
}

/** How long after the winners are known the email is still sent to members whose evening had not come before. */
const newsDays = 7

/** The slot that the notice about the end of a season takes, on whatever day: it is sent once. */
export function overSlot({ season }: Pick<RaceOver, "season">): string {
  return `over:${season}`
}

/**
 * The seasons of each of these athletes whose winners are known and about whose end no email was sent yet. Athletes
 * without points in a season are left out, and so are its winners, who get the email about the prize instead.
 */
export async function racesOver(
  world: World,
  athleteIds: readonly number[],
): Promise<(athleteId: number) => RaceOver[]> {
  const rows = await world.db.sql<OverRow>`
    select r.athlete_id::float8 as "athleteId", s.slug as season, x.name, s.from_on::text as from, s.to_on::text as to,
      t.rank::integer as rank, r.points, r.active_days::integer as "activeDays", coalesce(r.credits, '{}') as credits,
      best.on as "bestOn", best.points as "bestPoints", coalesce(r.points > earlier.most, false) as "isBest"
    from seasons s
    join series x on x.slug = s.series
    join boards b on b.season_id = s.id
    join season_results r on r.season_id = s.id and r.athlete_id = any(${[...athleteIds]}::bigint[])
    cross join lateral private.final_table(s.id, r.line - 1, 1) t
    cross join lateral (
      select d.local_on::text as on, d.points::integer as points from private.board_days d
      where d.board_id = b.id and d.athlete_id = r.athlete_id
      order by d.points desc, d.local_on limit 1
    ) best
    cross join lateral (
      select max(o.points) as most
      from season_results o join seasons p on p.id = o.season_id
      where o.athlete_id = r.athlete_id and p.series = s.series and p.opens_at < s.opens_at
    ) earlier
    where s.settled_at > ${world.now()}::timestamptz - make_interval(days => ${newsDays}) and t.line = r.line
      and not exists (
        select from prizes p where p.season_id = s.id and p.athlete_id = r.athlete_id and p.status <> 'withdrawn'
      )
      and not exists (
        select from private.notices n where n.athlete_id = r.athlete_id and n.slot = 'over:' || s.slug
      )
    order by s.closes_at
  `
  const slugs = [...new Set(rows.map(({ season }) => season))]
  const results = new Map(
    await Promise.all(
      slugs.map(async (slug) => [slug, await seasonResults(world, { slug, after: 0, limit: 1 })] as const),
    ),
  )
  return (id) =>
    rows.flatMap((row) => {
      const found = results.get(row.season)
      if (row.athleteId !== id || !found?.ok) return []
      const { winners, openPlaces, athletes } = found.results
      // While every place is still being checked, there is nothing to report.
      if (winners.length === 0 && openPlaces.length > 0) return []
      const { athleteId, bestOn, bestPoints, ...own } = row
      return [{ ...own, athletes, winners, bestDay: { on: bestOn, points: bestPoints } }]
    })
}

type OverRow = Omit<RaceOver, "athletes" | "winners" | "bestDay"> & {
  athleteId: number
  bestOn: string
  bestPoints: number
}

/**
 * The paragraphs of the email: the member's results, then the winners as any visitor may see them, and the member's own
 * place last.
 */
export function raceOverLines(over: RaceOver, inWords: (day: string) => string): string[] {
  const { bestDay, winners } = over
  const race = inSentence(over.name)
  const best = `Your best day was ${inWords(bestDay.on)}, with ${countOf(bestDay.points, "point")}.`
  const won = winners.map(({ place, name, title, credits }) =>
    credited(`${ordinal(place)}, ${name ?? "a private athlete"} (${title}).`, credits),
  )
  return [
    `The ${race} from ${inWords(over.from)} to ${inWords(over.to)} is over. You had ${countOf(over.activeDays, "active day")} and ${countOf(over.points, "point")}.`,
    over.isBest ? `${best} It was your best ${race} so far.` : best,
    won.length > 0 ? `The winners: ${won.join(" ")}` : "No prizes were awarded.",
    credited(
      `You finished ${rankAmong({ rank: over.rank, total: over.athletes }, { over: true })}.`,
      over.credits,
    ),
  ]
}
