import { streakRule } from "#content/streak-rule.ts"
import { addDays, type Day, mondayOf } from "#primitives/zones.ts"

/** From this Monday on, a week needs this many active days in order to count. */
interface WeekGoal {
  from: Day
  activeDays: number
}

/**
 * The state of a week: it counts, a saved rest week replaced it, it is a declared break, it is not over, or none of
 * these.
 */
type WeekState = "counted" | "rest" | "break" | "open" | "none"

export interface StreakWeek {
  /** Its Monday. */
  on: Day
  state: WeekState
  activeDays: number
  /** How many active days it needs in order to count. */
  goal: number
  /** Counted weeks of the streak after this week. */
  streak: number
  /** Rest weeks that are saved after this week. */
  rests: number
}

interface Streak {
  /** Counted weeks of the current streak; 0 without one. */
  weeks: number
  /** Counted weeks of the longest streak. */
  longest: number
  /** Rest weeks that are saved. */
  rests: number
  /** Counted weeks until the next rest week is saved; null while no more can be kept. */
  weeksToRest: number | null
  /** Every week from the first one with an active day to the current one, which is always included. */
  history: StreakWeek[]
}

/**
 * A member's streak by ISO weeks, from the days alone, so that edits, deletions and late uploads need no repair. An
 * additional active day never shortens it or reduces the rest weeks.
 * @param days local days that are active, in any order
 * @param goals in any order; before the first one the usual number of days applies
 * @param breaks Mondays of the weeks that were declared as a break: such a week neither counts nor ends a streak,
 * trained or not
 * @param today in the member's time zone; a week is over when its Sunday is
 */
export function streakOf(told: {
  days: readonly Day[]
  goals: readonly WeekGoal[]
  breaks: readonly Day[]
  today: Day
}): Streak {
  const active = new Map<Day, number>()
  for (const day of new Set(told.days)) {
    const week = mondayOf(day)
    active.set(week, (active.get(week) ?? 0) + 1)
  }
  const present = mondayOf(told.today)
  const trained = [...active.keys()].sort()
  const goals = told.goals.toSorted((a, b) => a.from.localeCompare(b.from))
  const breaks = new Set(told.breaks)
  // A device in a zone farther east may have begun the next week already.
  const [first = present] = [present, ...trained].sort()
  const last = trained.findLast((week) => week > present) ?? present
  const { weeks: perRest, kept } = streakRule.rest
  const history: StreakWeek[] = []
  let streak = 0
  let longest = 0
  // Counted weeks not yet used up by a rest week: every `perRest` of them are one saved rest week.
  let credit = 0
  for (let on = first; on <= last; on = addDays(on, 7)) {
    const activeDays = active.get(on) ?? 0
    const goal = goals.findLast(({ from }) => from <= on)?.activeDays ?? streakRule.activeDays.usual
    const state = stateOf({
      isBreak: breaks.has(on),
      isCounted: activeDays >= goal,
      isOver: addDays(on, 6) < told.today,
      hasRest: credit >= perRest,
    })
    if (state === "counted") {
      streak++
      longest = Math.max(longest, streak)
      // At the maximum, further weeks do not count toward another rest week: otherwise more counted weeks could save
      // fewer of them.
      credit = Math.min(credit + 1, perRest * kept)
    } else if (state === "rest") {
      credit -= perRest
    } else if (state === "none") {
      streak = 0
      credit = 0
    }
    history.push({ on, state, activeDays, goal, streak, rests: Math.floor(credit / perRest) })
  }
  const rests = Math.floor(credit / perRest)
  return {
    weeks: streak,
    longest,
    rests,
    weeksToRest: rests === kept ? null : perRest - (credit % perRest),
    history,
  }
}

function stateOf(week: {
  isBreak: boolean
  isCounted: boolean
  isOver: boolean
  hasRest: boolean
}): WeekState {
  if (week.isBreak) return "break"
  if (week.isCounted) return "counted"
  if (!week.isOver) return "open"
  return week.hasRest ? "rest" : "none"
}
