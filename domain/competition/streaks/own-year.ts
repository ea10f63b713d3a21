import type { ActivityKind } from "#content/activity-kinds.ts"
import { streakRule } from "#content/streak-rule.ts"
import type { World } from "#domain/world.ts"
import { addDays, type Day, dayIn, mondayOf, yearOfWeek } from "#primitives/zones.ts"
import { type DoneActivity, type DoneDay, kindsByDay, type Milestone, milestonesOf } from "./milestones.ts"
import { readStored, type Stored, streakFrom } from "./stored.ts"
import type { StreakWeek } from "./streak.ts"

/** A day of the calendar with counted activities. */
export interface YearDay extends DoneDay {
  /** Each kind once, in the order of the day. */
  kinds: ActivityKind[]
  /** The attributions that sources' terms require next to the points. */
  credits: string[]
}

/** Everything on the page of a member's year. Only that member ever gets it. */
export interface OwnYear {
  /** A year of ISO weeks, so that each week is in one year as a whole. */
  year: number
  /** Years to choose from, the latest first. */
  years: number[]
  /** In the member's time zone. */
  today: Day
  /** Days with counted activities, in order. */
  days: YearDay[]
  /** Its weeks, from the first one with an active day. */
  weeks: StreakWeek[]
  streak: { weeks: number; longest: number; rests: number; weeksToRest: number | null; present: StreakWeek }
  /** How many active days a week needs from next week on. */
  nextGoal: number
  /** Weeks of break by their Mondays: declared for weeks to come, and which can still be declared. */
  breaks: { ahead: Day[]; choices: Day[] }
  milestones: Milestone[]
  /** The attributions required for the whole page, for any year. */
  credits: string[]
}

/**
 * A member's year: streak, milestones and calendar, derived from what counts now.
 * @param asked the year; by default the current one in the member's time zone
 * @returns `not_joined` for an account that is not in the competition
 */
export async function ownYear(
  world: World,
  userId: string,
  asked?: number,
): Promise<{ ok: true; year: OwnYear } | { ok: false; code: "not_joined" }> {
  const [row] = await readStored(world.db, world.db.sql`a.user_id = ${userId}`)
  if (!row) return { ok: false, code: "not_joined" }
  const today = dayIn(world.now(), row.timeZone)
  return { ok: true, year: yearFrom(row, today, asked ?? yearOfDay(today)) }
}

function yearFrom(stored: Stored, today: Day, year: number): OwnYear {
  const days = stored.days.map(([on, points, active]): DoneDay => ({ on, points, active }))
  const activities = stored.activities.map(
    ([on, kind, name, seconds, credit]): DoneActivity => ({ on, kind, name, seconds, credit }),
  )
  const streak = streakFrom(stored, today)
  const { history, ...counts } = streak
  const monday = mondayOf(today)
  const present = history.find(({ on }) => on === monday) as StreakWeek
  const next = addDays(monday, 7)
  const setNext = stored.goals.toSorted(([a], [b]) => a.localeCompare(b)).findLast(([from]) => from <= next)
  return {
    year,
    years: yearsOf(stored, today),
    today,
    days: daysOf(stored, { year, kinds: kindsByDay(activities) }),
    weeks: history.filter(({ on }) => yearOfWeek(on) === year),
    streak: { ...counts, present },
    nextGoal: setNext?.[1] ?? streakRule.activeDays.usual,
    breaks: {
      ahead: stored.breaks.filter((week) => week > monday),
      choices: weeksToDeclare(stored.breaks, next),
    },
    milestones: milestonesOf(days, activities),
    credits: [...new Set(stored.days.flatMap(([, , , credits]) => credits ?? []))].sort(),
  }
}

/** The weeks from `next` on that are not breaks yet, in years that have weeks of break left. */
function weeksToDeclare(declared: readonly Day[], next: Day): Day[] {
  const used = declared.map(yearOfWeek)
  return Array.from({ length: streakRule.breakWeeksAhead }, (_, n) => addDays(next, n * 7)).filter((week) => {
    const year = yearOfWeek(week)
    return !declared.includes(week) && used.filter((one) => one === year).length < streakRule.breakWeeksAYear
  })
}

function daysOf(
  { days }: Stored,
  { year, kinds }: { year: number; kinds: Map<Day, ActivityKind[]> },
): YearDay[] {
  return days.filter(inYear(year)).map(([on, points, active, credits]) => ({
    on,
    points,
    active,
    kinds: kinds.get(on) ?? [],
    credits: credits ?? [],
  }))
}

/** The current year, and those with days. */
function yearsOf({ days }: Stored, today: Day): number[] {
  const present = yearOfDay(today)
  const ends = [days[0]?.[0], days.at(-1)?.[0]].map((day) => (day ? yearOfDay(day) : present))
  const [first, last] = [Math.min(present, ...ends), Math.max(present, ...ends)]
  return Array.from({ length: last - first + 1 }, (_, n) => last - n).filter(
    (year) => year === present || days.some(inYear(year)),
  )
}

function inYear(year: number): (day: Stored["days"][number]) => boolean {
  // January 4 is in the first week of every year.
  const [first, next] = [mondayOf(`${year}-01-04`), mondayOf(`${year + 1}-01-04`)]
  return ([on]) => first <= on && on < next
}

function yearOfDay(day: Day): number {
  return yearOfWeek(mondayOf(day))
}
