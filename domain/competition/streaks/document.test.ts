/** The examples of docs/competition.md about a member's own year. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { activityKinds } from "#content/activity-kinds.ts"
import { countOf } from "#content/amounts.ts"
import { milestoneInWords } from "#content/milestone-words.ts"
import { markOfWeek } from "#content/streak-words.ts"
import { addDays } from "#primitives/zones.ts"
import { milestonesOf } from "./milestones.ts"
import { streakOf } from "./streak.ts"

const document = readFileSync(join(import.meta.dirname, "../../../docs/competition.md"), "utf8")
const weeks = [
  ...document.matchAll(/^\| ([0-9](?: (?:[0-9]|break))+)(?:, .+)? \| (.+) \| (\d+ weeks?) \| (\d) \|$/gm),
]
const lists = [...document.matchAll(/^\| (Nov \d.*) \| (.+) \|$/gm)]
const begin = "2026-01-05"

test("the document has its examples", () => {
  expect(weeks.length).toBeGreaterThanOrEqual(9)
  expect(lists.length).toBeGreaterThanOrEqual(3)
})

describe("weeks", () => {
  test.each(weeks.map((match) => match.slice(1)))("%s", (counts = "", marks, streak, rests) => {
    const told = counts.split(" ").map((count, n) => ({ count, on: addDays(begin, n * 7) }))
    const found = streakOf({
      days: told.flatMap(({ count, on }) =>
        Array.from({ length: Number(count) || 0 }, (_, day) => addDays(on, day)),
      ),
      goals: [],
      breaks: told.flatMap(({ count, on }) => (count === "break" ? [on] : [])),
      today: addDays(begin, told.length * 7),
    })
    const over = found.history.slice(0, -1)
    expect(over.map((week) => markOfWeek(week)?.short ?? "–").join(" ")).toBe(marks)
    expect(countOf(found.weeks, "week")).toBe(streak)
    expect(found.rests).toBe(Number(rests))
  })
})

describe("milestones", () => {
  test.each(lists.map((match) => match.slice(1)))("%s", (told = "", milestones) => {
    const days = told.split("; ").map((day) => {
      const [, date = "", sport, points] = /^Nov (\d+): (\w+), (\d+) points$/.exec(day) ?? []
      const kind = activityKinds.find((one) => one === sport) ?? "other"
      return { on: `2026-11-${date.padStart(2, "0")}`, kind, points: Number(points), active: true }
    })
    const found = milestonesOf(
      days,
      days.map(({ on, kind }) => ({ on, kind, name: null, seconds: 1800, credit: null })),
    ).map((one) => {
      const { title, reason } = milestoneInWords(one)
      return `${title} on Nov ${Number(one.on.slice(8))}${reason && ` (${reason})`}`
    })
    expect(found.toSorted()).toEqual(milestones?.split("; ").toSorted())
  })
})
