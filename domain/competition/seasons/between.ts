import { type BoardContent, boards as boardContents, series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import { competitionDay, seasonAfter, seasonOf } from "../boards/period.ts"

/** Why a season's board is no longer available, and what replaces it. */
interface Over {
  /** The season that ended, "fortnightly-2026-11-09". */
  season: string
  closedAt: Date
  /** The running season of the same series or, after an early close, the next one to open. */
  next: { season: string; opensAt: Date }
}

/**
 * What to show for the board of a closed season, by the season's own slug or by the alias of the running board
 * (`this-fortnight`) between an early close and the next opening. Undefined for any other slug.
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
  const rules = series.find(({ slug }) => "series" in window && window.series === slug)
  return rules && seasonOf(rules, competitionDay(now)).slug
}
