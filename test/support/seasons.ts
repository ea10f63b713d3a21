import { competition, type Series } from "#content/competitions.ts"
import { clearDay } from "#domain/competition/seasons/clear-day.ts"
import { close, type closeDue } from "#domain/competition/seasons/close.ts"
import { daysToCheck, isDoubtful } from "#domain/competition/seasons/days-to-check.ts"
import { listSeasons, type SeasonRow } from "#domain/competition/seasons/season.ts"
import { insertSeries } from "#domain/competition/series/found.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** A season that must exist, such as "fortnightly-2026-11-09". */
export async function seasonNamed(db: Db, slug: string): Promise<SeasonRow> {
  const [season] = (await listSeasons(db)).filter((one) => one.slug === slug)
  if (!season) throw new Error(`There is no season ${slug}`)
  return season
}

/** A series of weeks, for seasons that a test writes itself: it ended long ago, so that no season of it is opened. */
export async function addSeries(
  db: Pick<Db, "sql">,
  series: Pick<Series, "slug"> & Partial<Series>,
): Promise<void> {
  const { slug } = series
  const names = { name: `Race ${slug}`, page: slug, board: `this-${slug}` }
  const days = { length: 7, beginsOn: "2025-01-06", endsOn: "2025-01-12", finishDays: 3 }
  const prizes = { prizes: [], prizeShippingCents: 0, noBackToBack: false }
  await insertSeries(db, { ...names, ...days, ...prizes, ...series }, 9)
}

/** A line of a final table; without an athlete, of an account that was deleted. */
interface FinalLine {
  athlete: number | null
  rank: number
  verdict?: string
  credits?: string[]
}

/** Writes the final table of a season as if it had just closed and its prizes had just been awarded. */
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

/**
 * Closes a season, or all that are due, and awards the prizes now: as if the results had been frozen just before the
 * winners' check, and every day to check had been confirmed, unless `isChecked` is false. Returns the result of the
 * awards.
 */
export async function closeAndAward(
  world: World,
  slug?: string,
  { isChecked = true } = {},
): Promise<Awaited<ReturnType<typeof closeDue>>> {
  const frozen = new Date(world.now().getTime() - competition.winnersCheck.hours * 3_600_000)
  const due = (await listSeasons(world.db)).filter((one) =>
    slug === undefined ? !one.settledAt && one.graceEndsAt <= world.now() : one.slug === slug,
  )
  for (const { slug } of due.reverse()) {
    await close({ ...world, now: () => frozen }, slug, { early: true })
    await world.db
      .sql`update seasons set closed_at = ${frozen} where slug = ${slug} and closed_at > ${frozen}`
    if (isChecked) await findAllRight(world, slug)
  }
  const closed: Awaited<ReturnType<typeof closeDue>> = []
  for (const { slug } of due) {
    const done = await close(world, slug, { early: true })
    if (done.ok) closed.push(done.closed)
  }
  return closed
}

/** Confirms every day of a closed season that needs a check. */
export async function findAllRight(world: World, slug: string): Promise<void> {
  const season = await seasonNamed(world.db, slug)
  const athletes = await world.db.sql<{ id: number; slug: string }>`
    select a.id::float8 as id, a.slug from season_results r join athletes a on a.id = r.athlete_id
    where r.season_id = ${season.id} and coalesce(r.verdict, 'eligible') = 'eligible'
  `
  const days = await daysToCheck(
    world.db,
    season,
    athletes.map(({ id }) => id),
  )
  for (const { athleteId, on, seen } of days.filter(isDoubtful)) {
    const athlete = athletes.find(({ id }) => id === athleteId)?.slug ?? ""
    await clearDay(world, { season: slug, athlete, on, seen, by: "a test" })
  }
}
