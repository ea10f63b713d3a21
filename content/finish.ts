import { countOf } from "./amounts.ts"

/** How far a member is toward being a finisher of a race. */
export interface Finish {
  activeDays: number
  /** Active days that make a finisher. */
  of: number
  /** Days of the race that are left, today included. */
  daysLeft: number
}

/** The step toward being a finisher that the latest active day was: halfway, one day short, or there. Null between them. */
export function finishStep({
  activeDays,
  of,
}: Pick<Finish, "activeDays" | "of">): "half" | "one-to-go" | "done" | null {
  if (activeDays === of) return "done"
  if (activeDays === of - 1) return "one-to-go"
  return activeDays === Math.ceil(of / 2) ? "half" : null
}

/** How far it is, as a sentence without its period. Null without active days, and when the days that are left are too few. */
export function finishInWords({ activeDays, of, daysLeft }: Finish): string | null {
  if (activeDays >= of) return `You are a finisher, with ${countOf(activeDays, "active day")}`
  if (activeDays === 0 || of - activeDays > daysLeft) return null
  if (of - activeDays === 1) return "One more active day makes you a finisher"
  const way =
    activeDays * 2 === of ? ", halfway there" : activeDays * 2 > of ? ", more than halfway there" : ""
  return `${activeDays} of ${of} active days toward being a finisher${way}`
}
