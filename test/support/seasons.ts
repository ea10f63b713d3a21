import { listSeasons, type SeasonRow } from "#domain/competition/seasons/season.ts"
import type { Db } from "#domain/world.ts"

/** A season that must exist, such as "fortnightly-2026-11-09". */
export async function seasonNamed(db: Db, slug: string): Promise<SeasonRow> {
  const [season] = (await listSeasons(db)).filter((one) => one.slug === slug)
  if (!season) throw new Error(`There is no season ${slug}`)
  return season
}

/** A line of a final table; without an athlete, of an account that was deleted. */
interface FinalLine {
  athlete: number | null
  rank: number
  verdict?: string
  credits?: string[]
}

/** Writes the final table of a season as if it had closed and its prizes been awarded now. */
export async function closeWith(
  db: Db,
  { season, at, lines }: { season: SeasonRow; at: Date; lines: readonly FinalLine[] },
): Promise<void> {
  await db.sql`update seasons set closed_at = ${at}, settled_at = ${at} where id = ${season.id}`
  await db.sql`delete from season_results where season_id = ${season.id}`
  for (const [index, { athlete, rank, verdict = null, credits = null }] of lines.entries())
    await db.sql`
      insert into season_results (
        season_id, line, athlete_id, rank, points, active_days, restricted_days, credits, reached_at, ruleset, verdict
      )
      values (
        ${season.id}, ${index + 1}, ${athlete}, ${rank}, ${100 - rank}, 1, 0, ${credits}::text[], ${at}, 1, ${verdict}
      )
    `
}
