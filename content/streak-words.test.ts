import { expect, test } from "vitest"
import { milestoneInWords } from "./milestone-words.ts"
import { markOfWeek, restsInWords, streakInWords, weekInWords } from "./streak-words.ts"

const present = { state: "open", activeDays: 0, goal: 3 } as const
const streak = { weeks: 0, longest: 0, rests: 0, weeksToRest: 6, present }

test("a streak says what is there and what comes next, never what was missed", () => {
  expect(streakInWords(streak)).toBe("3 active days in a week start a streak")
  expect(streakInWords({ ...streak, weeks: 1 })).toBe("A streak of 1 week")
  expect(streakInWords({ ...streak, weeks: 19 })).toBe("A streak of 19 weeks")
  const week = (one: Partial<Parameters<typeof weekInWords>[0]["present"]>) =>
    weekInWords({ ...streak, present: { ...present, ...one } })
  expect(week({})).toBe("3 active days make this week count.")
  expect(week({ activeDays: 2 })).toBe("This week: 2 of 3 active days.")
  expect(week({ activeDays: 4, state: "counted" })).toBe("This week counts, with 4 active days.")
  expect(week({ state: "break" })).toBe("This week is a break: your streak stays as it is.")
})

test("the sentence about rest weeks says how many are saved and what earns the next one", () => {
  expect(restsInWords(streak)).toBe("6 more weeks save a rest week.")
  expect(restsInWords({ ...streak, weeksToRest: 1 })).toBe("1 more week saves a rest week.")
  expect(restsInWords({ ...streak, rests: 1 })).toBe("1 rest week saved. 6 more weeks save your second one.")
  expect(restsInWords({ ...streak, rests: 2, weeksToRest: null })).toBe(
    "2 rest weeks saved. That is as many as you can keep.",
  )
})

test("a week without a mark is not marked", () => {
  const week = { activeDays: 1, goal: 3, streak: 7 }
  expect(markOfWeek({ ...week, state: "none" })).toBeNull()
  expect(markOfWeek({ ...week, state: "counted" })).toEqual({ short: "7", whole: "week 7 of a streak" })
  expect(markOfWeek({ ...week, state: "open" })?.short).toBe("1/3")
})

test("a milestone says by what it was reached", () => {
  const activity = { kind: "run", name: "Hills" } as const
  const told = [
    milestoneInWords({ kind: "first-points", points: 1, kinds: ["run", "strength"] }),
    milestoneInWords({ kind: "active-days", count: 10, points: 88, kinds: [] }),
    milestoneInWords({ kind: "hours", hours: 100, activity }),
    milestoneInWords({ kind: "first-of-kind", activity: { ...activity, name: null } }),
    milestoneInWords({ kind: "best-week", points: 1200, days: 5 }),
  ]
  expect(told.map(({ title, reason }) => `${title} (${reason})`)).toEqual([
    "First points (1 point: Run, Strength)",
    "10 active days (88 points)",
    "100 hours of training (Run: Hills)",
    "First time: Run ()",
    "Best week (1,200 points on 5 days)",
  ])
})
