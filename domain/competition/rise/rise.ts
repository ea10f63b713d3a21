import { riseRule } from "#content/rise-rule.ts"
import { addDays, type Day, mondayOf, yearOfWeek } from "#primitives/zones.ts"

/** Points of counted activities in one ISO week. */
interface WeekPoints {
  /** Its Monday. */
  on: Day
  points: number
}

/** How an athlete's training of a season compares with what is usual for them. */
export interface Rise {
  /** Points a week, whole. */
  baseline: number
  /**
   * The values of which the baseline is the maximum. `bestWeeks` is the first Monday of the best weeks; null if there
   * are none.
   */
  why: { least: number; median: number; best: number; bestWeeks: Day | null }
  /** Whole points a week of the season so far. */
  pointsAWeek: number
  /** The season's week as a percentage of the baseline, at most 125. */
  percent: number
  /** Weeks of history before the season, breaks left out. */
  history: number
  /** Why there is no rank: too few weeks of history, or a declared break in this season. */
  unranked: "history" | "break" | null
}

/**
 * Compares a season with max(100, median of the last eight weeks, 0.85 × the best mean of four weeks in a row within
 * 26), so that resting before a season gains nothing. Weeks are those that ended before the season opens. The weeks of
 * a break are left out of the history if they would lower the baseline, and its days are left out of the season.
 * @param weeks with points, in any order; a missing week counts as one without points
 * @param season its first day, days so far (today included), and the points of each of these days with points
 * @param breaks Mondays of the weeks declared as a break; the first weeks in a row of each year apply
 */
export function riseOf(told: {
  weeks: readonly WeekPoints[]
  season: { opensOn: Day; days: number; points: readonly { on: Day; points: number }[] }
  breaks: readonly Day[]
}): Rise {
  const { opensOn, days, points } = told.season
  const breaks = new Set(firstBreaks(told.breaks))
  const past = weeksBefore(opensOn, told.weeks)
  const trained = breaks.size === 0 ? past : past.filter(({ on }) => !breaks.has(on))
  const histories = trained.length < past.length ? [trained, past] : [past]
  const baselines = histories.map(baselineOf).sort((a, b) => b.baseline - a.baseline)
  const [{ baseline, why }] = baselines as [ReturnType<typeof baselineOf>]
  const inBreak = (day: Day) => breaks.size > 0 && breaks.has(mondayOf(day))
  const counted = Array.from({ length: days }, (_, nr) => addDays(opensOn, nr)).filter((day) => !inBreak(day))
  const sum = points.filter(({ on }) => counted.includes(on)).reduce((all, one) => all + one.points, 0)
  const aWeek = counted.length === 0 ? 0 : (sum * 7) / counted.length
  return {
    baseline,
    why,
    pointsAWeek: Math.round(aWeek),
    percent: Math.min(riseRule.mostPercent, Math.round((aWeek * 100) / baseline)),
    history: trained.length,
    unranked: counted.length < days ? "break" : trained.length < riseRule.medianWeeks ? "history" : null,
  }
}

/** Every week from the first one with points to the last one that ended before the season opens. */
function weeksBefore(opensOn: Day, weeks: readonly WeekPoints[]): WeekPoints[] {
  const points = new Map(weeks.map((week) => [week.on, week.points]))
  const end = mondayOf(opensOn)
  const [first] = weeks.flatMap((week) => (week.points > 0 && week.on < end ? [week.on] : [])).sort()
  const past: WeekPoints[] = []
  for (let on = first ?? end; on < end; on = addDays(on, 7)) past.push({ on, points: points.get(on) ?? 0 })
  return past
}

function baselineOf(past: readonly WeekPoints[]): { baseline: number; why: Rise["why"] } {
  const { leastBaseline: least, medianWeeks, best: rule } = riseRule
  const median = Math.round(medianOf(past.slice(-medianWeeks).map(({ points }) => points)))
  const recent = past.slice(-rule.ofWeeks)
  const fours = recent.slice(rule.weeks - 1).map((_, nr) => recent.slice(nr, nr + rule.weeks))
  const means = fours.map((four) => ({ on: four[0]?.on, mean: meanOf(four) }))
  const top = means.reduce<(typeof means)[number] | undefined>(
    (one, other) => (one && one.mean >= other.mean ? one : other),
    undefined,
  )
  const best = Math.round(rule.share * (top?.mean ?? 0))
  return { baseline: Math.max(least, median, best), why: { least, median, best, bestWeeks: top?.on ?? null } }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

function meanOf(weeks: readonly WeekPoints[]): number {
  return weeks.reduce((sum, { points }) => sum + points, 0) / weeks.length
}

/** The first consecutive weeks of each year: one break a year. */
function firstBreaks(breaks: readonly Day[]): Day[] {
  const byYear = Map.groupBy([...new Set(breaks)].sort(), yearOfWeek)
  return [...byYear.values()].flatMap((weeks) =>
    weeks.filter((week, nr) => week === addDays(weeks[0] as Day, nr * 7)),
  )
}
