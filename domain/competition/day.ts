import { competition, type Ruleset, rulesets } from "#content/competitions.ts"
import { endOf } from "./activity.ts"
import { type Effort, type ScoreLine, score } from "./score.ts"

/** A counted activity of the day. */
export interface CountedActivity extends Effort {
  source: string
  startedAt: Date
  elapsedS: number
}

/** A season's board: its days, and the instants between which an activity must start to count for it. */
export interface SeasonBoard {
  id: number
  from: string
  to: string
  opensAt: Date
  closesAt: Date
}

/** What a day, or the part of it that a season takes, is worth. */
export interface DayPart {
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
  /** By board id, for a day that a season's opening or closing cuts in two. */
  exceptions: Record<string, DayPart> | null
}

/** Sources whose terms keep what was made of their data among the members. */
const restrictedSources: readonly string[] = ["strava"]

/** The rules in force. */
export function currentRuleset(): Ruleset {
  const ruleset = rulesets.find(({ version }) => version === competition.ruleset)
  if (!ruleset) throw new Error(`content/competitions.ts has no ruleset ${competition.ruleset}`)
  return ruleset
}

/**
 * One athlete-day from its counted activities, all of them; null when there are none. It is always made anew and never
 * added to, so that a repeat, an edit and a deletion take one path.
 */
export function deriveDay(
  localOn: string,
  counted: readonly CountedActivity[],
  seasons: readonly SeasonBoard[],
  ruleset: Ruleset = currentRuleset(),
): DerivedDay | null {
  if (counted.length === 0) return null
  const { movingS, distanceM, lines } = score(counted, ruleset)
  const exceptions = Object.fromEntries(
    seasons.flatMap((season) => {
      const inside = counted.filter((a) => a.startedAt >= season.opensAt && a.startedAt < season.closesAt)
      const byCalendar = season.from <= localOn && localOn <= season.to
      if (inside.length === (byCalendar ? counted.length : 0)) return []
      return [[String(season.id), worth(inside, ruleset)]]
    }),
  )
  return {
    localOn,
    ...worth(counted, ruleset),
    movingS,
    distanceM,
    ruleset: ruleset.version,
    lines,
    exceptions: Object.keys(exceptions).length > 0 ? exceptions : null,
  }
}

function worth(counted: readonly CountedActivity[], ruleset: Ruleset): DayPart {
  const { points, active } = score(counted, ruleset)
  return {
    points,
    active,
    restricted: counted.some((activity) => restrictedSources.includes(activity.source)),
    reachedAt: points > 0 ? reachedAt(counted, points, ruleset) : null,
  }
}

/** In the order in which the activities ended, the first whose end brought the day to its points. */
function reachedAt(counted: readonly CountedActivity[], points: number, ruleset: Ruleset): Date {
  const byEnd = [...counted].sort((a, b) => endOf(a).getTime() - endOf(b).getTime())
  const last = byEnd.find((activity, index) => {
    const next = byEnd[index + 1]
    // Activities that end together reach it together, whichever comes first in the list.
    if (next && endOf(next).getTime() === endOf(activity).getTime()) return false
    return score(byEnd.slice(0, index + 1), ruleset).points === points
  })
  return endOf(last ?? (byEnd.at(-1) as CountedActivity))
}
