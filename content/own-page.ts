import { type ActivityKind, activityKinds } from "./activity-kinds.ts"

/** What members say about themselves. Characters, and kinds of sport. */
export const ownPageRule = { words: 160, region: 60, sports: 6, milestones: 6, calendarWeeks: 53 } as const

/** The kinds that a member can name. */
export const namedSports = activityKinds.filter((kind) => kind !== "transition" && kind !== "other")

export function isNamedSport(value: string): value is ActivityKind {
  return (namedSports as readonly string[]).includes(value)
}

/** What the community page shows of its people. */
export const hereRule = {
  /** Whoever joined within so many days is new. */
  newDays: 7,
  newest: 12,
  /** Names on each list for members. */
  named: 60,
  /** The first teams of a race. */
  teams: 3,
  /** Below this many members, the page says how to bring a friend first. */
  firstMembers: 10,
} as const
