import { expect, test } from "vitest"
import type { ActivityKind } from "#content/activity-kinds.ts"
import { rulesets } from "#content/competitions.ts"
import { score } from "#domain/competition/scoring/score.ts"
import { shortLine } from "./short-line.ts"

const ruleset = rulesets.at(-1)

test("every reason is shortened, for every kind", () => {
  if (!ruleset) throw new Error("There is no ruleset")
  const said = (kind: ActivityKind, minutes: number, km: number) =>
    score([{ kind, movingS: minutes * 60, distanceM: km * 1000 }], ruleset).lines.map(shortLine)
  expect(said("walk", 41, 3)).toEqual(["41 min walk, half points", "3 km", "active day"])
  expect(said("run", 90, 20)).toEqual([
    "90 min run, fewer points after the first hour",
    "20 km, half credit past 75 points",
    "active day",
  ])
  expect(said("ride", 50, 20)[0]).toBe("50 min ride, 80% points")
  expect(said("hiit", 30, 0)[0]).toBe("30 min hiit".replace("hiit", "HIIT"))
  expect(said("wheelchair", 45, 20)).toEqual([
    "45 min wheelchair",
    "20 km, half credit past 75 points",
    "active day",
  ])
  expect(said("kayak", 40, 6)[0]).toBe("40 min kayak, 80% points")
  expect(said("nordicski", 40, 10)[0]).toBe("40 min cross-country ski")
  expect(said("elliptical", 40, 0)[0]).toBe("40 min elliptical, 80% points")
  expect(said("stairs", 30, 0)[0]).toBe("30 min stairs")
})
