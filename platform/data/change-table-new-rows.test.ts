/** Inserting and merging rows, tested without a server. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { twoClubs as before, type OpenChanges, openChanges, prefer } from "#test/support/data-changes.ts"
import type { DataAsking } from "#test/support/data-database.ts"

let data: OpenChanges

beforeAll(async () => {
  data = await openChanges()
})
afterAll(() => data.close())
beforeEach(() => data.reset())

const rows = "return=representation"

test.each<[string, DataAsking, unknown[], string]>([
  ["POST /clubs", { body: { id: 3, name: "New" } }, ["201 */*", ""], `${before}, 3 New 1`],
  [
    "POST /clubs",
    prefer(rows, { body: { id: 3 } }),
    [`201 */* ${rows}`, [{ id: 3, name: "Nameless", level: 1 }]],
    `${before}, 3 Nameless 1`,
  ],
  [
    "POST /clubs?select=id",
    prefer(rows, {
      body: [
        { id: 4, name: "D" },
        { id: 3, name: "C" },
      ],
    }),
    [`201 */* ${rows}`, [{ id: 4 }, { id: 3 }]],
    `${before}, 3 C 1, 4 D 1`,
  ],
  [
    "POST /clubs?order=id&select=id",
    prefer(rows, {
      body: [
        { id: 4, name: "D" },
        { id: 3, name: "C" },
      ],
    }),
    [`201 */* ${rows}`, [{ id: 3 }, { id: 4 }]],
    `${before}, 3 C 1, 4 D 1`,
  ],
  [
    "POST /clubs",
    prefer("count=exact", {
      body: [
        { id: 3, name: "C" },
        { id: 4, name: "D" },
      ],
    }),
    ["201 */2 count=exact", ""],
    `${before}, 3 C 1, 4 D 1`,
  ],
  [
    "POST /clubs",
    prefer("count=estimated", { body: { id: 3 } }),
    ["201 */1 count=estimated", ""],
    `${before}, 3 Nameless 1`,
  ],
  [
    "POST /clubs",
    prefer("count=planned", { body: { id: 3 } }),
    ["201 */* count=planned", ""],
    `${before}, 3 Nameless 1`,
  ],
  ["POST /clubs", { body: [] }, ["201 */*", ""], before],
  // A column missing from one row of a list becomes null, or its default if requested.
  ["POST /clubs?columns=id,level", { body: [{ id: 3 }] }, ["201 */*", ""], `${before}, 3 Nameless -`],
  [
    "POST /clubs?columns=id,level",
    prefer("missing=null", { body: [{ id: 3 }] }),
    ["201 */* missing=null", ""],
    `${before}, 3 Nameless -`,
  ],
  [
    "POST /clubs?columns=id,level",
    prefer("missing=default", { body: [{ id: 3 }] }),
    ["201 */* missing=default", ""],
    `${before}, 3 Nameless 1`,
  ],
  [
    "POST /clubs?columns=id,name",
    { body: [{ id: 3, name: "C" }, { id: 4, name: "D", nonsense: 1 }, { id: 5 }] },
    ["201 */*", ""],
    `${before}, 3 C 1, 4 D 1, 5 1`,
  ],
  ["POST /clubs?columns=id", { body: { id: 3, nonsense: 1 } }, ["201 */*", ""], `${before}, 3 Nameless 1`],
  // Existing rows are merged, ignored, or a conflict.
  [
    "POST /clubs",
    prefer("resolution=merge-duplicates", {
      body: [
        { id: 2, level: 9 },
        { id: 3, level: 9 },
      ],
    }),
    ["201 */* resolution=merge-duplicates", ""],
    "1 Harriers 3, 2 Owls 9, 3 Nameless 9",
  ],
  [
    "POST /clubs",
    prefer("resolution=merge-duplicates", { body: { id: 2, level: 9 } }),
    ["200 */* resolution=merge-duplicates", ""],
    "1 Harriers 3, 2 Owls 9",
  ],
  [
    "POST /clubs",
    prefer("resolution=ignore-duplicates", {
      body: [
        { id: 2, level: 9 },
        { id: 3, level: 9 },
      ],
    }),
    ["201 */* resolution=ignore-duplicates", ""],
    `${before}, 3 Nameless 9`,
  ],
  [
    "POST /clubs",
    prefer("resolution=ignore-duplicates", { body: { id: 2, level: 9 } }),
    ["201 */* resolution=ignore-duplicates", ""],
    before,
  ],
  [
    "POST /clubs?on_conflict=name",
    prefer("resolution=merge-duplicates", { body: { id: 2, name: "Owls", level: 9 } }),
    ["200 */* resolution=merge-duplicates", ""],
    "1 Harriers 3, 2 Owls 9",
  ],
  [
    "POST /clubs?on_conflict=name",
    prefer("resolution=ignore-duplicates", { body: { id: 2, name: "Other" } }),
    ["409 23505"],
    before,
  ],
  ["POST /clubs?on_conflict=name", { body: { id: 3, name: "Owls" } }, ["409 23505"], before],
  [
    "POST /clubs",
    prefer("resolution=merge-duplicates", { body: [] }),
    ["200 */* resolution=merge-duplicates", ""],
    before,
  ],
  [
    "POST /clubs",
    prefer("resolution=ignore-duplicates", { body: [] }),
    ["201 */* resolution=ignore-duplicates", ""],
    before,
  ],
  [
    "POST /club_names",
    prefer("resolution=merge-duplicates", { body: { id: 3, name: "C" } }),
    ["201 */* resolution=merge-duplicates", ""],
    `${before}, 3 C 1`,
  ],
  ["POST /clubs", { body: { id: 3, nope: 1 } }, ["400 PGRST204"], before],
  ["POST /clubs?columns=nope", { body: { id: 3 } }, ["400 PGRST204"], before],
  [
    "POST /clubs",
    { body: "id\n3", headers: { "content-type": "text/csv" } },
    ["201 */*", ""],
    `${before}, 3 Nameless 1`,
  ],
  [
    "POST /clubs",
    { body: "id=3", headers: { "content-type": "application/x-www-form-urlencoded" } },
    ["201 */*", ""],
    `${before}, 3 Nameless 1`,
  ],
  ["POST /clubs", { body: "{}", headers: { "content-type": "text/plain" } }, ["400 PGRST102"], before],
  ["POST /clubs", { body: "{", headers: { "content-type": "application/json" } }, ["400 PGRST102"], before],
])("%s with %j", async (line, asking, expected, after) => {
  expect(await data.told(line, asking)).toEqual(expected)
  expect(await data.clubs()).toBe(after)
})

const headersOnly = (line: string, body: unknown, text = "return=headers-only") =>
  data
    .ask(line, prefer(text, { body }))
    .then(({ status, body: answered, headers }) => [status, answered, headers.get("location")])
test.each<[string, unknown, string | null]>([
  ["POST /clubs", { id: 3 }, "/clubs?id=eq.3"],
  ["POST /clubs?select=name", { id: 3 }, "/clubs?id=eq.3"],
  ["POST /my%20results", { club: 1, race: 2 }, "/my%20results?club=eq.1&race=eq.2"],
  [
    "POST /clubs",
    [
      { id: 3, name: "C" },
      { id: 4, name: "D" },
    ],
    null,
  ],
  ["POST /clubs", [], null],
  ["POST /marks", { note: "a" }, null],
])("%s with %j has the location %s", async (line, body, location) =>
  expect(await headersOnly(line, body)).toEqual([201, "", location]),
)

test("the location is returned only for a single new row, and only on request", async () => {
  expect(await headersOnly("PATCH /clubs?id=eq.1", { level: 2 })).toEqual([204, "", null])
  expect(await headersOnly("POST /clubs", { id: 3 }, "return=minimal")).toEqual([201, "", null])
  expect(await headersOnly("POST /clubs", { id: 4, name: "D" }, "count=exact")).toEqual([201, "", null])
  expect(
    (await data.ask("POST /clubs", prefer(rows, { body: { id: 5, name: "E" } }))).headers.has("location"),
  ).toBe(false)
})
