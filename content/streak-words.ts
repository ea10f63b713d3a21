import { countOf } from "./amounts.ts"
import { streakRule } from "./streak-rule.ts"

/** What the sentences about a streak contain. */
interface ToldStreak {
  weeks: number
  longest: number
  rests: number
  /** Null while no more can be kept. */
  weeksToRest: number | null
  present: { state: "counted" | "rest" | "break" | "open" | "none"; activeDays: number; goal: number }
}

/** "A streak of 7 weeks"; without one, what starts one. */
export function streakInWords({ weeks, present }: ToldStreak): string {
  if (weeks > 0) return `A streak of ${countOf(weeks, "week")}`
  return `${present.goal} active days in a week start a streak`
}

/** The progress of the current week, as a sentence. */
export function weekInWords({ present: { state, activeDays, goal } }: ToldStreak): string {
  if (state === "break") return "This week is a break: your streak stays as it is."
  if (state === "counted") return `This week counts, with ${countOf(activeDays, "active day")}.`
  if (activeDays === 0) return `${goal} active days make this week count.`
  return `This week: ${activeDays} of ${goal} active days.`
}

/** The saved rest weeks, and how to save more, as a sentence. */
export function restsInWords({ rests, weeksToRest }: ToldStreak): string {
  const { kept } = streakRule.rest
  const saved = rests === 0 ? "" : `${countOf(rests, "rest week")} saved. `
  if (weeksToRest === null) return `${saved}That is as many as you can keep.`
  const nth = rests === 0 ? "a rest week" : `your ${rests + 1 === kept ? "second" : "next"} one`
  return `${saved}${weeksToRest} more ${weeksToRest === 1 ? "week saves" : "weeks save"} ${nth}.`
}

/** The text of a week's mark: short next to the calendar, in full for screen readers. Null if there is none. */
export function markOfWeek(week: {
  state: ToldStreak["present"]["state"]
  activeDays: number
  goal: number
  streak: number
}): { short: string; whole: string } | null {
  if (week.state === "counted")
    return { short: String(week.streak), whole: `week ${week.streak} of a streak` }
  if (week.state === "rest") return { short: "Rest", whole: "a rest week" }
  if (week.state === "break") return { short: "Break", whole: "a break" }
  if (week.state === "none") return null
  return {
    short: `${week.activeDays}/${week.goal}`,
    whole: `${week.activeDays} of ${week.goal} active days so far`,
  }
}
