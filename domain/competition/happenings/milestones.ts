import { happeningsRule } from "#content/happenings-rule.ts"
import type { Db } from "#ports/db.ts"
import { addDays, dayIn } from "#primitives/zones.ts"
import { historiesOf } from "../streaks/histories.ts"
import { type Milestone, milestonesOf } from "../streaks/milestones.ts"
import type { Fact } from "./fact.ts"

/**
 * The milestones of these athletes that are news: reached on one of the last days, for which facts are kept. By the one rule of
 * streaks/milestones.ts, which needs the whole history; so not in the transaction of the upload, which would wait for it.
 */
export async function factsOfMilestones({ sql }: Db, athletes: readonly number[], at: Date): Promise<Fact[]> {
  return (await historiesOf({ sql }, athletes)).flatMap(({ athlete, timeZone, days, activities }) => {
    const since = addDays(dayIn(at, timeZone), -happeningsRule.keptDays)
    return milestonesOf(days, activities)
      .filter(({ on }) => on > since)
      .map((one) => ({ kind: "milestone", athlete, other: null, season: null, on: one.on, data: told(one) }))
  })
}

/** What is kept of a milestone: its amount, and a key under which it is told once. */
function told(one: Milestone): Fact["data"] {
  const { kind: milestone, on } = one
  switch (one.kind) {
    case "active-days":
      return { key: `${milestone} ${one.count}`, milestone, count: one.count }
    case "hours":
      return { key: `${milestone} ${one.hours}`, milestone, hours: one.hours }
    case "first-of-kind":
      return { key: `${milestone} ${one.activity.kind}`, milestone, sport: one.activity.kind }
    case "first-points":
      return { key: milestone, milestone, points: one.points }
    default:
      return { key: `${milestone} ${on}`, milestone, points: one.points }
  }
}
