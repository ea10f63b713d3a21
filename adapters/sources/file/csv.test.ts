/** The list of activities in a Strava export. */
import { expect, test } from "vitest"
import { readActivitiesCsv } from "./csv.ts"

const rows = (...lines: string[]) => [...readActivitiesCsv(lines.join("\n"))]

test.each([
  ["Activity Type", "\uFEFFActivity Name"],
  ["Sport Type", " ACTIVITY NAME "],
])("names and sports by path, regardless of the case of column titles: %s", (type, name) =>
  expect(
    rows(
      `${name},Filename,${type}`,
      " Morning , activities/1.fit.gz , Run ",
      ",activities/2.gpx,",
      "No file,,Ride",
      "No file at all",
    ),
  ).toEqual([
    ["activities/1.fit.gz", { name: "Morning", sport: "Run" }],
    ["activities/2.gpx", { name: null, sport: null }],
  ]),
)

test("files without names and sports are listed as well", () =>
  expect(rows("Filename", "a.fit")).toEqual([["a.fit", { name: null, sport: null }]]))

test("a list without files and an empty list are rejected", () => {
  expect(rows("Activity Name,Activity Type", "Morning,Run")).toEqual([])
  expect(rows("")).toEqual([])
})
