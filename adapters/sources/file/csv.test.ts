/** The list of activities in an export of Strava. */
import { expect, test } from "vitest"
import { readActivitiesCsv } from "./csv.ts"

const rows = (...lines: string[]) => [...readActivitiesCsv(lines.join("\n"))]

test.each([
  ["Activity Type", "\uFEFFActivity Name"],
  ["Sport Type", " ACTIVITY NAME "],
])("names and sports by path, whatever the titles' case: %s", (type, name) =>
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

test("files are listed without names and sports as well", () =>
  expect(rows("Filename", "a.fit")).toEqual([["a.fit", { name: null, sport: null }]]))

test("a list without files, or an empty one, is none", () => {
  expect(rows("Activity Name,Activity Type", "Morning,Run")).toEqual([])
  expect(rows("")).toEqual([])
})
