import type { ActivityKind } from "#content/activity-kinds.ts"
import { milestoneRule } from "#content/milestones.ts"
import { type Day, mondayOf } from "#primitives/zones.ts"

/** A day with the points that it earned. */
export interface DoneDay {
  on: Day
  points: number
  active: boolean
}

/** A counted activity, and its moving seconds that count. */
export interface DoneActivity {
  on: Day
  kind: ActivityKind
  name: string | null
  seconds: number
  /** The attributions that its source's terms require next to its name. */
  credit: string | null
}

/** The activity with which a milestone was reached. */
interface Reached {
  on: Day
  activity: Pick<DoneActivity, "kind" | "name" | "credit">
}

/** The day on which a milestone was reached, with each kind once. */
interface DaysReason {
  on: Day
  points: number
  kinds: ActivityKind[]
}

/**
 * Something reached once, or a personal best, with the reason: the day, the activity, or the days of a week or month.
 */
export type Milestone =
  | ({ kind: "first-points" | "best-day" } & DaysReason)
  | ({ kind: "active-days"; count: number } & DaysReason)
  | ({ kind: "hours"; hours: number } & Reached)
  | ({ kind: "first-of-kind" } & Reached)
  /** `on` is the Monday of the week, or the first of the month; `days` those with points. */
  | { kind: "best-week" | "best-month"; on: Day; points: number; days: number }

/**
 * The milestones of a member, the latest first. Derived from what counts now, so that no edit, deletion or operator's
 * decision leaves one that is no longer true.
 * @param days by day
 * @param activities counted ones, by start
 */
export function milestonesOf(days: readonly DoneDay[], activities: readonly DoneActivity[]): Milestone[] {
  const earned = days.filter(({ points }) => points > 0)
  const active = days.filter((day) => day.active)
  const kinds = kindsByDay(activities)
  const reason = ({ on, points }: DoneDay): DaysReason => ({ on, points, kinds: kinds.get(on) ?? [] })
  const milestones: Milestone[] = [...bests(earned, reason), ...hours(activities)]
  const [first] = earned
  if (first) milestones.push({ kind: "first-points", ...reason(first) })
  for (const count of milestoneRule.activeDays) {
    const day = active[count - 1]
    if (day) milestones.push({ kind: "active-days", count, ...reason(day) })
  }
  const known = new Set<ActivityKind>()
  for (const { on, kind, name, credit, seconds } of activities) {
    if (known.has(kind) || kind === "transition" || seconds === 0) continue
    known.add(kind)
    milestones.push({ kind: "first-of-kind", on, activity: { kind, name, credit } })
  }
  return milestones.sort((a, b) => b.on.localeCompare(a.on))
}

/**
 * The kinds of each day, each once, in the order of the day. A transition between two sports of a race is not a kind of
 * training.
 */
export function kindsByDay(activities: readonly DoneActivity[]): Map<Day, ActivityKind[]> {
  const days = new Map<Day, ActivityKind[]>()
  for (const { on, kind } of activities) {
    const kinds = days.get(on) ?? []
    if (kind !== "transition" && !kinds.includes(kind)) days.set(on, [...kinds, kind])
  }
  return days
}

function hours(activities: readonly DoneActivity[]): Milestone[] {
  const reached: Milestone[] = []
  const ahead = [...milestoneRule.hours]
  let seconds = 0
  for (const { on, kind, name, credit, seconds: more } of activities) {
    seconds += more
    while (ahead[0] !== undefined && seconds >= ahead[0] * 3600)
      reached.push({ kind: "hours", hours: ahead.shift() as number, on, activity: { kind, name, credit } })
  }
  return reached
}

/** The best day, week and month, as soon as there are others to beat. Of equal ones, the earliest. */
function bests(earned: readonly DoneDay[], reason: (day: DoneDay) => DaysReason): Milestone[] {
  const { days, weeks, months } = milestoneRule.toCompare
  const best: Milestone[] = []
  const [day] = earned.toSorted((a, b) => b.points - a.points || a.on.localeCompare(b.on))
  if (day && earned.length >= days) best.push({ kind: "best-day", ...reason(day) })
  const week = bestOf(earned, ({ on }) => mondayOf(on))
  if (week && week.of >= weeks)
    best.push({ kind: "best-week", on: week.on, points: week.points, days: week.days })
  const month = bestOf(earned, ({ on }) => `${on.slice(0, 7)}-01`)
  if (month && month.of >= months)
    best.push({ kind: "best-month", on: month.on, points: month.points, days: month.days })
  return best
}

function bestOf(earned: readonly DoneDay[], periodOf: (day: DoneDay) => Day) {
  const periods = new Map<Day, { on: Day; points: number; days: number }>()
  for (const day of earned) {
    const on = periodOf(day)
    const sum = periods.get(on) ?? { on, points: 0, days: 0 }
    periods.set(on, { on, points: sum.points + day.points, days: sum.days + 1 })
  }
  const [best] = [...periods.values()].sort((a, b) => b.points - a.points || a.on.localeCompare(b.on))
  return best && { ...best, of: periods.size }
}
