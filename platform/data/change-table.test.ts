/** Updating and deleting rows, and what rolls it back, tested without a server. */
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
  ["PATCH /clubs?id=eq.1", { body: { level: 9 } }, ["204 0-0/*", ""], "1 Harriers 9, 2 Owls 1"],
  [
    "PATCH /clubs",
    prefer(rows, { body: { level: 9 } }),
    [`200 0-1/* ${rows}`, expect.anything()],
    "1 Harriers 9, 2 Owls 9",
  ],
  ["PATCH /clubs?id=eq.9", { body: { level: 9 } }, ["204 */*", ""], before],
  [
    "PATCH /clubs?id=eq.9",
    prefer(`${rows},count=exact`, { body: { level: 9 } }),
    [`200 */0 ${rows}, count=exact`, []],
    before,
  ],
  [
    "PATCH /clubs",
    prefer("count=exact", { body: { level: 9 } }),
    ["204 0-1/2 count=exact", ""],
    "1 Harriers 9, 2 Owls 9",
  ],
  ["PATCH /clubs?id=eq.1", { body: {} }, ["204 */*", ""], before],
  ["PATCH /clubs?id=eq.1", { body: { nope: 1 } }, ["400 PGRST204"], before],
  [
    "PATCH /clubs?id=eq.1&columns=name",
    { body: { name: "N", level: 9 } },
    ["204 0-0/*", ""],
    "1 N 3, 2 Owls 1",
  ],
  ["DELETE /clubs?id=eq.1", {}, ["204 */*", ""], "2 Owls 1"],
  [
    "DELETE /clubs?id=eq.1",
    prefer(`${rows},count=exact`),
    [`200 */1 ${rows}, count=exact`, [{ id: 1, name: "Harriers", level: 3 }]],
    "2 Owls 1",
  ],
  ["DELETE /clubs?id=eq.9", {}, ["204 */*", ""], before],
  // PUT inserts or replaces the one row that its URL identifies.
  ["PUT /clubs?id=eq.3", { body: { id: 3, name: "C", level: 2 } }, ["204 no range", ""], `${before}, 3 C 2`],
  [
    "PUT /clubs?id=eq.3",
    prefer(rows, { body: { id: 3, name: "C", level: 2 } }),
    [`201 no range ${rows}`, [{ id: 3, name: "C", level: 2 }]],
    `${before}, 3 C 2`,
  ],
  [
    "PUT /clubs?id=eq.2",
    { body: { id: 2, name: "C", level: 2 } },
    ["204 no range", ""],
    "1 Harriers 3, 2 C 2",
  ],
  [
    "PUT /clubs?id=eq.2",
    prefer(rows, { body: { id: 2, name: "C", level: 2 } }),
    [`200 no range ${rows}`, [{ id: 2, name: "C", level: 2 }]],
    "1 Harriers 3, 2 C 2",
  ],
  ["PUT /clubs?id=eq.3", { body: { id: 4, name: "C", level: 2 } }, ["400 PGRST115"], before],
  ["PUT /clubs?id=eq.2", { body: { id: 1, name: "C", level: 2 } }, ["400 PGRST115"], before],
  [
    "PUT /clubs?id=eq.3",
    {
      body: [
        { id: 3, name: "C", level: 1 },
        { id: 4, name: "D", level: 1 },
      ],
    },
    ["204 no range", ""],
    `${before}, 3 C 1`,
  ],
  ["PUT /clubs?name=eq.Owls", { body: { id: 2, name: "Owls", level: 2 } }, ["405 PGRST105"], before],
  ["PUT /clubs", { body: { id: 3 } }, ["405 PGRST105"], before],
  ["PUT /clubs?id=eq.3&limit=1", { body: { id: 3 } }, ["400 PGRST114"], before],
  ["PUT /clubs?id=eq.3&offset=1", { body: { id: 3 } }, ["400 PGRST114"], before],
  // limit is refused for changes.
  ["PATCH /clubs?limit=1", { body: { level: 9 } }, ["400 PGRST127"], before],
  ["DELETE /clubs?limit=1", {}, ["400 PGRST127"], before],
  ["DELETE /clubs?offset=1", {}, ["400 PGRST127"], before],
  ["DELETE /clubs?limit=-1", {}, ["416 PGRST103"], before],
  ["DELETE /clubs?id=lik.1", {}, ["400 PGRST100"], before],
])("%s with %j", async (line, asking, expected, after) => {
  expect(await data.told(line, asking)).toEqual(expected)
  expect(await data.clubs()).toBe(after)
})

const one = { accept: "application/vnd.pgrst.object+json" }
test.each<[string, DataAsking, unknown[], string]>([
  // A change with tx=rollback, or that affects more rows than max-affected, is rolled back.
  ["DELETE /clubs", prefer("tx=rollback"), ["204 */* tx=rollback", ""], before],
  ["DELETE /clubs", prefer("tx=commit"), ["204 */* tx=commit", ""], ""],
  [
    "PUT /clubs?id=eq.3",
    prefer("tx=rollback", { body: { id: 3, name: "C", level: 2 } }),
    ["204 no range tx=rollback", ""],
    before,
  ],
  ["DELETE /clubs", prefer("handling=strict,max-affected=1"), ["400 PGRST124"], before],
  [
    "DELETE /clubs",
    prefer("handling=strict,max-affected=2"),
    ["204 */* handling=strict, max-affected=2", ""],
    "",
  ],
  ["DELETE /clubs", prefer("handling=lenient,max-affected=1"), ["204 */* handling=lenient", ""], ""],
  ["DELETE /clubs", { headers: one }, ["406 PGRST116"], before],
  ["DELETE /clubs?id=eq.9", { headers: one }, ["406 PGRST116"], before],
  [
    "DELETE /clubs?id=eq.1",
    prefer(rows, { headers: one }),
    [`200 */* ${rows}`, { id: 1, name: "Harriers", level: 3 }],
    "2 Owls 1",
  ],
  ["DELETE /clubs", prefer("handling=strict, count=guessed"), ["400 PGRST122"], before],
  [
    "DELETE /clubs?select=id",
    prefer(rows, { headers: { accept: "text/csv" } }),
    [`200 */* ${rows}`, "id\n1\n2"],
    "",
  ],
])("%s with %j", async (line, asking, expected, after) => {
  expect(await data.told(line, asking)).toEqual(expected)
  expect(await data.clubs()).toBe(after)
})

test("a change returns all of its rows, however many", async () => {
  await data.database.db.query("insert into arena.marks select 'a' from generate_series(1, 1001)")
  const answer = await data.ask("PATCH /marks", prefer(rows, { body: { note: "b" } }))
  expect([answer.headers.get("content-range"), answer.body]).toEqual([
    "0-1000/*",
    Array(1001).fill({ note: "b" }),
  ])
})

test("requesting the plan of a change does not make it", async () => {
  const headers = { accept: "application/vnd.pgrst.plan+text; options=analyze" }
  const planned = await data.ask("DELETE /clubs", { headers })
  expect([planned.status, planned.body]).toEqual([200, expect.stringContaining("Delete on clubs")])
  expect(await data.clubs()).toBe(before)
})

test("the privilege to write is enough if nothing is read", async () => {
  await data.database.db.query("revoke select on arena.marks from authenticated")
  const asking = { role: "authenticated", body: { note: "a" } }
  expect(await data.ask("POST /marks", asking)).toMatchObject({ status: 201 })
  expect(await data.ask("POST /marks", { ...asking, headers: { prefer: rows } })).toMatchObject({
    status: 403,
    code: "42501",
  })
  expect(
    await data.ask("POST /marks", { ...asking, headers: { prefer: "return=headers-only" } }),
  ).toMatchObject({ status: 403, code: "42501" })
})
