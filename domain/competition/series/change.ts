import type { Series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { addDays, type Day } from "#primitives/zones.ts"
import { competitionDay, currentSeason, nextSeason, seasonOf } from "../calendar/period.ts"
import { readSeries } from "../calendar/series.ts"
import { insertSeries } from "./found.ts"
import { openSeason } from "./open-season.ts"
import { freezePrizes } from "./season-prizes.ts"
import { type Prepared, prepare, preparedFor, removeUpcoming, repeatingRaces } from "./upcoming.ts"

type Here = Pick<World, "db" | "now">

/** A first season is made this many days ahead, so that nobody's day has begun. */
const leastDaysAhead = 2

/**
 * Makes a series and opens its first season, with the races that repeat in another series if one is copied. Errors: `name_taken`;
 * `begins_too_soon`; `no_first`: a month begins on its first day; `unknown_series`: there is none to copy.
 */
export async function makeSeries(
  world: Here,
  { series, copied = null }: { series: Series; copied?: string | null },
): Promise<{ ok: true } | Refusal<"name_taken" | "begins_too_soon" | "no_first" | "unknown_series">> {
  return locked(world, async (db, now) => {
    const wrong = wrongBeginning(series, now)
    if (wrong) return { ok: false, code: wrong }
    const known = await readSeries(db)
    if (copied !== null && !known.some(({ slug }) => slug === copied))
      return { ok: false, code: "unknown_series" }
    if (!(await insertSeries(db, series, known.length))) return { ok: false, code: "name_taken" }
    await openAhead(db, series, now)
    const races = copied === null ? [] : await repeatingRaces(db, copied)
    await prepare(db, { series: series.slug, now, prepared: { races, prizes: [] } })
    return { ok: true }
  })
}

/**
 * Changes a series. Once its first season has begun, its name, its prizes and the days of finishers can change, for the seasons that
 * begin later; the name at once, and so do the prizes of a running season in which nobody but samples has points. Errors: `unknown_series`; `begun`; `begins_too_soon`; `no_first`; `unchanged`.
 */
export async function changeSeries(
  world: Here,
  series: Series,
): Promise<
  { ok: true } | Refusal<"unknown_series" | "begun" | "begins_too_soon" | "no_first" | "unchanged">
> {
  return locked(world, async (db, now) => {
    const before = (await readSeries(db)).find(({ slug }) => slug === series.slug)
    if (!before) return { ok: false, code: "unknown_series" }
    const after = { ...series, page: before.page, board: before.board, endsOn: before.endsOn }
    if (same(before, after)) return { ok: false, code: "unchanged" }
    const { name, prizes, finishDays } = after
    const begun = before.beginsOn <= competitionDay(now)
    if (begun && !same({ ...before, name, prizes, finishDays }, after)) return { ok: false, code: "begun" }
    const wrong = begun ? null : wrongBeginning(after, now)
    if (wrong) return { ok: false, code: wrong }
    // The prizes that a season was begun with are those that it has, once somebody has trained for them.
    const running = await db.sql<{ id: number; series: string }>`
      select s.id, s.series from seasons s
      where s.series = ${series.slug} and s.opens_at <= ${now} and s.closed_at is null and exists (
        select from boards b join standings p on p.board_id = b.id join athletes a on a.id = p.athlete_id
        where b.season_id = s.id and not a.demo
      )
      for update of s`
    for (const season of running) await freezePrizes(db, season)
    const prepared = await preparedFor(db, { series: series.slug, now })
    await removeUpcoming(db, { series: series.slug, now })
    await db.sql`
      update series set name = ${name}, days = ${after.length === "month" ? null : after.length},
        begins_on = ${after.beginsOn}, prizes = ${prizes.map(({ title }) => title)}::text[],
        finish_days = ${finishDays}, shipping_cents = ${after.prizeShippingCents},
        no_back_to_back = ${after.noBackToBack}
      where slug = ${series.slug}`
    await openAhead(db, after, now)
    await prepare(db, { series: series.slug, now, prepared })
    return { ok: true }
  })
}

/**
 * Ends a series with the season that is running, or before it has begun; its next season is removed. Errors: `unknown_series`;
 * `last_series`: no other goes on; `unchanged`.
 */
export async function endSeries(
  world: Here,
  slug: string,
): Promise<{ ok: true } | Refusal<"unknown_series" | "last_series" | "unchanged">> {
  return locked(world, async (db, now) => {
    const all = await readSeries(db)
    const series = all.find((one) => one.slug === slug)
    if (!series) return { ok: false, code: "unknown_series" }
    const endsOn = lastDayNow(series, competitionDay(now))
    if (series.endsOn !== null && series.endsOn <= endsOn) return { ok: false, code: "unchanged" }
    if (!all.some((one) => one.slug !== slug && one.endsOn === null))
      return { ok: false, code: "last_series" }
    await removeUpcoming(db, { series: slug, now })
    await db.sql`update series set ends_on = ${endsOn} where slug = ${slug}`
    return { ok: true }
  })
}

/**
 * Lets a series go on that was ended, while its last season runs or has not begun. Errors: `unknown_series`; `ended_long_ago`: a season was
 * left out; `unchanged`.
 * @param prepared for its next season
 * @param endsOn the last day of a later season; null: it goes on
 */
export async function resumeSeries(
  world: Here,
  {
    slug,
    prepared = { races: [], prizes: [] },
    endsOn = null,
  }: { slug: string; prepared?: Prepared; endsOn?: Day | null },
): Promise<{ ok: true } | Refusal<"unknown_series" | "ended_long_ago" | "unchanged">> {
  return locked(world, async (db, now) => {
    const series = (await readSeries(db)).find((one) => one.slug === slug)
    if (!series) return { ok: false, code: "unknown_series" }
    if (series.endsOn === null) return { ok: false, code: "unchanged" }
    const today = competitionDay(now)
    if (today > series.endsOn && today >= series.beginsOn) return { ok: false, code: "ended_long_ago" }
    await db.sql`update series set ends_on = ${endsOn} where slug = ${slug}`
    await openAhead(db, { ...series, endsOn }, now)
    await prepare(db, { series: slug, now, prepared })
    return { ok: true }
  })
}

/** The last day of a series that is ended today: that of its running season, or the one before its first. */
export function lastDayNow(series: Series, today: Day): Day {
  return today < series.beginsOn ? addDays(series.beginsOn, -1) : seasonOf(series, today).to
}

/** Opens the season that begins next. */
async function openAhead(db: Db, series: Series, now: Date): Promise<void> {
  const today = competitionDay(now)
  const current = currentSeason(series, today)
  const ahead = current && (current.from > today ? current : nextSeason(series, current))
  if (ahead) await openSeason(db, series, ahead, today)
}

function wrongBeginning({ length, beginsOn }: Series, now: Date): "begins_too_soon" | "no_first" | null {
  if (beginsOn < addDays(competitionDay(now), leastDaysAhead)) return "begins_too_soon"
  return length === "month" && !beginsOn.endsWith("-01") ? "no_first" : null
}

function same(a: Series, b: Series): boolean {
  const keys = [...Object.keys(a), "place", "title"]
  return JSON.stringify(a, keys) === JSON.stringify(b, keys)
}

/** One change of the series at a time, and none while boards are opened. */
function locked<Done>({ db, now }: Here, work: (db: Db, now: Date) => Promise<Done>): Promise<Done> {
  return db.transaction(async (inside) => {
    await inside.sql`select private.lock_boards()`
    return work(inside, now())
  })
}
