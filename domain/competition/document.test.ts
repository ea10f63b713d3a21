import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { rulesets } from "#content/competitions.ts"
import { inOneLine } from "#test/support/score-line.ts"
import { kindOf } from "./scoring/activity.ts"
import { score } from "./scoring/score.ts"

const document = readFileSync(join(import.meta.dirname, "../../docs/competition.md"), "utf8")
const examples = [...document.matchAll(/^\| (.+ min.*?) \| (\d+) \| (.+) \|$/gm)].map(
  ([, day, points, why]) => ({
    day: day as string,
    points: Number(points),
    why: why as string,
  }),
)

test("the document contains its examples", () => {
  expect(examples.length).toBeGreaterThanOrEqual(6)
})

test.each(examples)("$day", ({ day, points, why }) => {
  const efforts = day.split(", ").map((part) => {
    const [, kind = "", minutes, km] = /^(\w+) (\d+) min(?: ([\d.]+) km)?$/.exec(part) ?? []
    return {
      kind: kindOf(kind),
      movingS: Number(minutes) * 60,
      distanceM: Math.round(Number(km ?? 0) * 1000),
    }
  })
  const done = score(efforts, rulesets.at(-1) ?? rulesets[0])
  expect(inOneLine(done.lines)).toBe(why)
  expect(done.points).toBe(points)
})
