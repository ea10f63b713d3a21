/** Changing rows, asked without a server. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type DataAsking, type OpenData, openData } from "#test/support/data-database.ts"

let data: OpenData

beforeAll(async () => {
  data = await openData(
    `create table clubs (id integer primary key, name text unique default 'Nameless', level integer default 1);
     create table "my results" (club integer, race integer, time_s integer, primary key (club, race));
     create view club_names as select id, name from clubs;
     create table marks (note text)`,
    { plans: true },
  )
})
afterAll(() => data.close())
beforeEach(() =>
  data.database.db.query(`delete from arena.clubs; delete from arena."my results"; delete from arena.marks;
    insert into arena.clubs values (1, 'Harriers', 3), (2, 'Owls', 1)`),
)

/** What there is afterwards: `1 Harriers 3, 2 Owls 1`. */
const clubs = async () => {
  const [row] = await data.database.db.query(
    "select coalesce(string_agg(concat_ws(' ', id, name, coalesce(level::text, '-')), ', ' order by id), '') as all from arena.clubs",
  )
  return row?.all as string
}
const before = "1 Harriers 3, 2 Owls 1"
const told = async (line: string, asking: DataAsking = {}) => {
  const { status, code, body, headers } = await data.ask(line, asking)
  const applied = headers.get("preference-applied")
  const head = [
    `${status}`,
    code ?? headers.get("content-range") ?? "no range",
    ...(applied ? [applied] : []),
  ].join(" ")
  return code === undefined ? [head, body] : [head]
}
const prefer = (text: string, more: DataAsking = {}): DataAsking => ({
  ...more,
  headers: { ...more.headers, prefer: text },
})
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
  // A column that a row of a list leaves out is null, or its default where that is asked for.
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
  ["POST /clubs?columns=id", { body: { id: 3, nonsense: 1 } }, ["201 */*", ""], `${before}, 3 Nameless 1`],
  // What is there already is merged, left alone, or in the way.
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
  expect(await told(line, asking)).toEqual(expected)
  expect(await clubs()).toBe(after)
})

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
  // PUT makes or replaces the one row that its address names.
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
  // No change is limited to some of its rows.
  ["PATCH /clubs?limit=1", { body: { level: 9 } }, ["400 PGRST127"], before],
  ["DELETE /clubs?limit=1", {}, ["400 PGRST127"], before],
  ["DELETE /clubs?offset=1", {}, ["400 PGRST127"], before],
  ["DELETE /clubs?limit=-1", {}, ["416 PGRST103"], before],
  ["DELETE /clubs?id=lik.1", {}, ["400 PGRST100"], before],
])("%s with %j", async (line, asking, expected, after) => {
  expect(await told(line, asking)).toEqual(expected)
  expect(await clubs()).toBe(after)
})

const one = { accept: "application/vnd.pgrst.object+json" }
test.each<[string, DataAsking, unknown[], string]>([
  // A change that is a trial, or touches more rows than its caller wants, is undone.
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
  expect(await told(line, asking)).toEqual(expected)
  expect(await clubs()).toBe(after)
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
])("%s with %j is found at %s", async (line, body, location) =>
  expect(await headersOnly(line, body)).toEqual([201, "", location]),
)

test("only the address of a new row is told, and only to who asks for it", async () => {
  expect(await headersOnly("PATCH /clubs?id=eq.1", { level: 2 })).toEqual([204, "", null])
  expect(await headersOnly("POST /clubs", { id: 3 }, "return=minimal")).toEqual([201, "", null])
  expect(await headersOnly("POST /clubs", { id: 4, name: "D" }, "count=exact")).toEqual([201, "", null])
  expect(
    (await data.ask("POST /clubs", prefer(rows, { body: { id: 5, name: "E" } }))).headers.has("location"),
  ).toBe(false)
})

test("a change answers all of its rows, however many", async () => {
  await data.database.db.query("insert into arena.marks select 'a' from generate_series(1, 1001)")
  const answer = await data.ask("PATCH /marks", prefer(rows, { body: { note: "b" } }))
  expect([answer.headers.get("content-range"), answer.body]).toEqual([
    "0-1000/*",
    Array(1001).fill({ note: "b" }),
  ])
})

test("asking how a change would be made does not make it", async () => {
  const headers = { accept: "application/vnd.pgrst.plan+text; options=analyze" }
  const planned = await data.ask("DELETE /clubs", { headers })
  expect([planned.status, planned.body]).toEqual([200, expect.stringContaining("Delete on clubs")])
  expect(await clubs()).toBe(before)
})

test("a right to write is enough to write, as long as nothing is read", async () => {
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
