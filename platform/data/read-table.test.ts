/** Reading tables and views, tested without a server. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { type OpenData, openData } from "#test/support/data-database.ts"

let data: OpenData

beforeAll(async () => {
  // 1,500 rows exceed the maximum response; the planner expects few rows for a condition on json.
  data = await openData(
    `create table clubs (id integer primary key, name text);
     insert into clubs values (1, 'Harriers'), (2, 'Owls'), (3, 'Empty');
     create table "my crowd" (id integer primary key, data jsonb);
     insert into "my crowd" select n, json_build_object('k', 'a', 'half', n <= 1000) from generate_series(1, 1500) n;
     analyze clubs; analyze "my crowd"`,
    { plans: true },
  )
})
afterAll(() => data.close())

const range = (answer: { status: number; headers: Headers }) =>
  `${answer.status} ${answer.headers.get("content-range")}`

test.each([
  // Without a count, the total is unknown and a response is never marked as partial.
  ["/clubs", {}, "200 0-2/*"],
  ["/clubs?limit=2", {}, "200 0-1/*"],
  ["/clubs?id=eq.9", {}, "200 */*"],
  ["/clubs?offset=9", {}, "200 */*"],
  ["/clubs", { prefer: "count=exact" }, "200 0-2/3"],
  ["/clubs?id=gt.1", { prefer: "count=exact" }, "200 0-1/2"],
  ["/clubs?limit=2&offset=1", { prefer: "count=exact" }, "206 1-2/3"],
  ["/clubs?id=eq.9", { prefer: "count=exact" }, "200 */0"],
  ["/clubs?offset=4", { prefer: "count=exact" }, "416 */3"],
  ["/clubs", { prefer: "count=planned" }, "200 0-2/3"],
  ["/clubs", { prefer: "count=estimated" }, "200 0-2/3"],
  ["/clubs", { range: "1-1", prefer: "count=exact" }, "206 1-1/3"],
  ["/clubs", { range: "1-" }, "200 1-2/*"],
  ["/clubs", { range: "2-1" }, "416 null"],
  // At most a thousand rows at every level.
  ["/my%20crowd", { prefer: "count=exact" }, "206 0-999/1500"],
  ["/my%20crowd?limit=1200", {}, "200 0-999/*"],
  // An estimated count is exact up to a thousand rows and the planner's beyond, but never below the rows counted.
  ["/my%20crowd?limit=1", { prefer: "count=planned" }, "206 0-0/1500"],
  ["/my%20crowd?limit=1", { prefer: "count=estimated" }, "206 0-0/1500"],
  ["/my%20crowd?limit=1&data->>k=eq.a", { prefer: "count=estimated" }, "206 0-0/1001"],
  ["/my%20crowd?limit=1&data->>half=neq.false", { prefer: "count=estimated" }, "206 0-0/1000"],
  ["/my%20crowd?limit=1&data->>k=eq.a&id=lte.1000", { prefer: "count=estimated" }, "206 0-0/1000"],
])("GET %s with %j: %s", async (path, headers, expected) =>
  expect(range(await data.ask(`GET ${path}`, { headers }))).toBe(expected),
)

test("the planner's estimate may differ from the actual count", async () => {
  const planned = await data.ask("GET /my%20crowd?limit=1&data->>k=eq.a", {
    headers: { prefer: "count=planned" },
  })
  expect(Number(planned.headers.get("content-range")?.split("/")[1])).toBeLessThan(1000)
})

test("a range applies only to the rows that GET returns", async () => {
  expect(range(await data.ask("HEAD /clubs", { headers: { range: "1-1" } }))).toBe("200 0-2/*")
})

test("HEAD returns everything except the body", async () => {
  const head = await data.ask("HEAD /clubs?limit=2", { headers: { prefer: "count=exact" } })
  expect([range(head), head.body, head.headers.get("content-type")]).toEqual([
    "206 0-1/3",
    "",
    "application/json; charset=utf-8",
  ])
})

test.each([
  ["/clubs", "/clubs"],
  ["/clubs?order=id&id=gt.1&name=eq.a+b", "/clubs?id=gt.1&name=eq.a+b&order=id"],
  // Parameters of the same name keep their order.
  ["/clubs?id=lt.5&id=gt.1", "/clubs?id=lt.5&id=gt.1"],
  ["/my%20crowd?id=eq.1", "/my%20crowd?id=eq.1"],
])("the canonical query of %s is %s", async (path, address) =>
  expect((await data.ask(`GET ${path}`)).headers.get("content-location")).toBe(address),
)

test("a single object is returned on request if there is exactly one row", async () => {
  const headers = { accept: "application/vnd.pgrst.object+json" }
  expect((await data.ask("GET /clubs?id=eq.2", { headers })).body).toEqual({ id: 2, name: "Owls" })
  expect((await data.ask("GET /clubs?id=eq.9", { headers })).code).toBe("PGRST116")
  expect((await data.ask("GET /clubs", { headers })).code).toBe("PGRST116")
})

test.each([
  ["/clubs?limit=-1", 416, "PGRST103"],
  ["/clubs?offset=-1", 416, "PGRST103"],
  ["/clubs?id=lik.1", 400, "PGRST100"],
  ["/clubs?select=athletes(id)", 400, "PGRST200"],
  ["/clubs?select=count()", 400, "PGRST123"],
  ["/clubs?nope=eq.1", 400, "42703"],
  ["/club", 404, "PGRST205"],
])("GET %s is refused: %i %s", async (path, status, code) =>
  expect(await data.ask(`GET ${path}`)).toMatchObject({ status, code }),
)

test("a plan is returned if plans are allowed, otherwise its media type is unknown", async () => {
  const headers = { accept: 'application/vnd.pgrst.plan+json; for="text/csv"' }
  const planned = await data.ask("GET /clubs", { headers })
  expect(planned).toMatchObject({ status: 200, body: [{ Plan: { "Node Type": "Aggregate" } }] })
  expect(planned.headers.get("content-type")).toContain('for="text/csv"')
})

test("a time zone known to PostgreSQL is used; others are ignored, or refused with handling=strict", async () => {
  const asking = async (prefer: string) => {
    const { code, headers } = await data.ask("GET /clubs", { headers: { prefer } })
    return code ?? headers.get("preference-applied")
  }
  expect(await asking("timezone=Europe/Berlin")).toBe("timezone=Europe/Berlin")
  expect(await asking("handling=strict, timezone=Europe/Berlin")).toBe(
    "handling=strict, timezone=Europe/Berlin",
  )
  expect(await asking("timezone=Arena/Track, count=exact")).toBe("count=exact")
  expect(await asking("handling=strict, timezone=Arena/Track")).toBe("PGRST122")
})
