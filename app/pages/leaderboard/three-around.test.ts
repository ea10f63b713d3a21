import { expect, test } from "vitest"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { threeAround } from "./three-around.ts"

test.each([
  ["in the middle", "abMcd", "bMc"],
  ["in the lead", "Mcd", "Mcd"],
  ["second", "bMcd", "bMc"],
  ["last", "abM", "abM"],
  ["last but one", "abMc", "bMc"],
  ["one of two", "aM", "aM"],
  ["alone", "M", "M"],
])("Three rows around whoever is %s", (_, given, shown) => {
  const rows = [...given].map((key) => ({ key, mine: key === "M" }) as StandingRow)
  expect(
    threeAround(rows)
      .map(({ key }) => key)
      .join(""),
  ).toBe(shown)
})
