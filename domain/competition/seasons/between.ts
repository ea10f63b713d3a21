import type { World } from "#domain/world.ts"
import { competitionDay, currentSeason, nextSeason } from "../calendar/period.ts"
import { readSeries } from "../calendar/series.ts"

/** Why a season's board is no longer available, and what replaces it. */
interface Over {
  /** The season that ended, "fortnightly-2026-11-09". */
  season: string
  closedAt: Date
  /** The running season of the same series or, after an early close, the next one to open; null after the last one. */
  next: { season: string; opensAt: Date } | null
}

/**
 * What to show for the board of a closed season, by the season's own slug or by the alias of the running board
 * (`this-fortnight`) between an early close and the next opening. Undefined for any other slug.
 */
export async function overSeason(world: World, slug: string): Promise<Over | undefined> {
  const today = competitionDay(world.now())
  const series = await readSeries(world.db)
  const asked = series.find(({ board }) => board === slug)
  const running = asked && currentSeason(asked, today)
  const [row] = await world.db.sql<{ season: string; series: string; closedAt: Date }>`
    select slug as season, series, closed_at as "closedAt" from seasons
    where slug = ${running?.slug ?? slug} and closed_at is not null
  `
  const rules = series.find((one) => one.slug === row?.series)
  if (!row || !rules) return undefined
  const current = currentSeason(rules, today)
  const next = current?.slug === row.season ? nextSeason(rules, current) : current
  return {
    season: row.season,
    closedAt: row.closedAt,
    next: next ? { season: next.slug, opensAt: next.opensAt } : null,
  }
}
