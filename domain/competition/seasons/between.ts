import { type BoardContent, boards as boardContents, series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import { competitionDay, seasonAfter, seasonOf } from "../boards/period.ts"

/** Why a season's board cannot be read any more, and what comes instead. */
interface Over {
  /** The season that is over, "fortnightly-2026-11-09". */
  season: string
  closedAt: Date
  /** The season of the same series that runs at the moment or, after an early close, the one that opens next. */
  next: { season: string; opensAt: Date }
}

/**
 * What to say about the board of a season that was closed: by the season's own name, or by the name of the running board
 * (`this-fortnight`) between an early close and the next opening. Undefined for every other name.
 */
export async function overSeason(world: World, slug: string): Promise<Over | undefined> {
  const now = world.now()
  const content = boardContents.find((board) => board.slug === slug)
  const running = content && runningSlug(content, now)
  const [row] = await world.db.sql<{ season: string; series: string; closedAt: Date }>`
    select slug as season, series, closed_at as "closedAt" from seasons
    where slug = ${running ?? slug} and closed_at is not null
  `
  const rules = series.find((one) => one.slug === row?.series)
  if (!row || !rules) return undefined
  const current = seasonOf(rules, competitionDay(now))
  const next = current.slug === row.season ? seasonAfter(rules, current) : current
  return { season: row.season, closedAt: row.closedAt, next: { season: next.slug, opensAt: next.opensAt } }
}

function runningSlug({ window }: BoardContent, now: Date): string | undefined {
  if (!("series" in window)) return undefined
  const rules = series.find((one) => one.slug === window.series)
  return rules && seasonOf(rules, competitionDay(now)).slug
}
