import { expect, test } from "vitest"
import { competition, rulesets } from "#content/competitions.ts"
import { score } from "#domain/competition/scoring/score.ts"
import { shortLine } from "./short-line.ts"

const ruleset = rulesets.find(({ version }) => version === competition.ruleset)

test("every reason becomes short words, whatever was done", () => {
  if (!ruleset) throw new Error("There is no ruleset")
  const said = (kind: "run" | "walk" | "ride" | "hiit", minutes: number, km: number) =>
    score([{ kind, movingS: minutes * 60, distanceM: km * 1000 }], ruleset).lines.map(shortLine)
  expect(said("walk", 41, 3)).toEqual(["41 min walk, counts half", "3 km", "active day"])
  expect(said("run", 90, 20)).toEqual([
    "90 min run, less after an hour",
    "20 km, half after 75 points",
    "active day",
  ])
  expect(said("ride", 50, 20)[0]).toBe("50 min ride, counts 0.8")
  expect(said("hiit", 30, 0)[0]).toBe("30 min hiit".replace("hiit", "HIIT"))
})
