import { type Ruleset, rulesets } from "#content/competitions.ts"
import { isRunning } from "#content/running.ts"
import { derivedCreditOf, restrictedServices } from "#content/services.ts"
import { endOf } from "./activity.ts"
import { type DayScore, type Effort, type ScoreLine, score } from "./score.ts"

/** A counted activity of the day. */
interface CountedActivity extends Effort {
  source: string
  credit: string | null
  startedAt: Date
  elapsedS: number
  /** The part of it that counts, if not all. */
  countedS: number | null
  countedM: number | null
}

/** A season's board: its days, and the interval in which an activity must start to count for it. */
export interface SeasonBoard {
  id: number
  from: string
  to: string
  opensAt: Date
  closesAt: Date
}

/** The score of a day, or of the part of it in a season. */
interface DayPart {
  points: number
  active: boolean
  restricted: boolean
  /** End of the activity with which the points were reached; null without points. */
  reachedAt: Date | null
}

export interface DerivedDay extends DayPart {
  localOn: string
  movingS: number
  distanceM: number
  ruleset: number
  lines: ScoreLine[]
  /**
   * By board id, for a day that a season's opening or closing splits, or to which a season's rules give different
   * points.
   */
  exceptions: Record<string, DayPart> | null
  /** The attributions required beside the points, in order; null if none. */
  credits: string[] | null
}

/** Whether the terms of its source restrict an activity, and everything derived from it, to members. */
export function isRestricted({ source }: { source: string }): boolean {
  const names: readonly string[] = restrictedServices
  return names.includes(source)
}

/**
 * The rules of a day, and of the season whose first day it is. They depend on the day alone and never on the clock, so a day that
 * is computed again later has the same points.
 */
export function rulesetOn(day: string): Ruleset {
  return rulesets.findLast(({ from }) => from <= day) ?? rulesets[0]
}

/**
 * Scores one athlete-day from all of its counted activities; null when there are none. Always recomputed, never incremented,
 * so that a repeat, an edit and a deletion share one code path.
 */
export function deriveDay(
  localOn: string,
  told: readonly CountedActivity[],
  seasons: readonly SeasonBoard[],
): DerivedDay | null {
  if (told.length === 0) return null
  const counted = told.map((activity) => ({
    ...activity,
    movingS: activity.countedS ?? activity.movingS,
    distanceM: activity.countedM ?? activity.distanceM,
  }))
  const ruleset = rulesetOn(localOn)
  const whole = score(counted, ruleset)
  const all = worth(counted, whole, ruleset)
  const exceptions: Record<string, DayPart> = {}
  for (const season of seasons) {
    const inside = counted.filter((a) => isRunning(season, a.startedAt))
    const byCalendar = season.from <= localOn && localOn <= season.to
    const rules = rulesetOn(season.from)
    const isWhole = inside.length === (byCalendar ? counted.length : 0)
    if (isWhole && (!byCalendar || rules === ruleset)) continue
    const part = worth(inside, score(inside, rules), rules)
    if (!isWhole || JSON.stringify(part) !== JSON.stringify(all)) exceptions[season.id] = part
  }
  return {
    localOn,
    ...all,
    movingS: whole.movingS,
    distanceM: whole.distanceM,
    ruleset: ruleset.version,
    lines: whole.lines,
    exceptions: Object.keys(exceptions).length > 0 ? exceptions : null,
    credits: creditsOf(counted),
  }
}

function creditsOf(counted: readonly CountedActivity[]): string[] | null {
  const credits = counted.flatMap(({ source, credit }) => derivedCreditOf(source, credit) ?? [])
  return credits.length > 0 ? [...new Set(credits)].sort() : null
}

function worth(counted: readonly CountedActivity[], { points, active }: DayScore, ruleset: Ruleset): DayPart {
  return {
    points,
    active,
    restricted: points > 0 && counted.some(isRestricted),
    reachedAt: points > 0 ? reachedAt(counted, points, ruleset) : null,
  }
}

/** The first end of an activity by which the day had its points; those that end at the same time reach them together. */
function reachedAt(counted: readonly CountedActivity[], points: number, ruleset: Ruleset): Date {
  const [last, ...earlier] = [...new Set(counted.map((one) => endOf(one).getTime()))].sort((a, b) => b - a)
  let reached = last as number
  for (const end of earlier) {
    const byThen = counted.filter((one) => endOf(one).getTime() <= end)
    if (score(byThen, ruleset).points < points) break
    reached = end
  }
  return new Date(reached)
}
