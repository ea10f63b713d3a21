import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { LocalServer } from "../support/server.ts"

/** The same requests in every run; change it to look elsewhere. */
const seed = 20261122
const runs = 120

let server: LocalServer
let before: string

beforeAll(async () => {
  server = await startArena()
  await server.db.query(`
    create table hidden.clubs (id integer primary key, word text);
    insert into hidden.clubs values (1, 'swordfish');
    grant usage on schema hidden to anon;
    grant all on hidden.clubs, hidden.secrets to anon;
    create function hidden.names() returns setof text language sql stable return 'swordfish'::text;`)
  before = await snapshot()
})
afterAll(() => server.close())

async function snapshot(): Promise<string> {
  const rows = await server.db.query(`
    select (select json_agg(c order by id)::text from arena.clubs c) as clubs,
           (select json_agg(a order by id)::text from arena.athletes a) as athletes`)
  return JSON.stringify(rows)
}

/** Existing relations that the caller could read or count if a statement named them. */
const outside = [
  "pg_class",
  "pg_proc",
  "pg_policies",
  "pg_stat_user_tables",
  "pg_stat_activity",
  "pg_settings",
  "pg_catalog.pg_class",
  '"pg_class"',
  '"pg_catalog"."pg_class"',
  "information_schema.tables",
  "tables",
  "secrets",
  "hidden.secrets",
  '"hidden.secrets"',
]
const hosts = [
  ["/clubs", "athletes"],
  ["/athletes", "clubs"],
  ["/athletes", "races"],
  ["/races", "results"],
  ["/club_sizes", "clubs"],
  ["/rpc/fast?limit_km=5", "clubs"],
  ["/rpc/names", "athletes"],
  ["/rpc/pair", "clubs"],
  ["/rpc/add?a=1", "clubs"],
  ["/rpc/whoami", "users"],
  ["/rpc/over?given=1", "posts"],
  ["/rpc/nothing", "posts"],
] as const

const outsider = fc.constantFrom(...outside)
const column = fc.constantFrom("*", "id", "name", "relname", "word", "id::text", "n:id", "count()")
const join = fc.constantFrom("", "", "!inner", "!left")
const hint = fc.constantFrom(
  "",
  "",
  "!fk",
  "!id",
  "!clubs",
  "!athletes_club_id_fkey",
  "!pg_class",
  "!secrets",
)
const alias = fc.constantFrom("", "", "a:", "clubs:", "athletes:", '"x y":')

/** `...alias:name!hint!inner(items)`, every part of PostgREST's grammar for embedding. */
function embed(name: fc.Arbitrary<string>, items: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom("", "", "..."), alias, name, hint, join, items)
    .map(([spread, as, relation, by, kind, inside]) => `${spread}${as}${relation}${by}${kind}(${inside})`)
}

const columns = fc.oneof(
  fc.constant(""),
  fc.uniqueArray(column, { maxLength: 2 }).map((all) => all.join(",")),
)
const naming = embed(outsider, columns)

interface Sent {
  host: string
  parameters: [string, string][]
}

/** Selects that embed an outside relation directly, beside a genuine embed, or up to three levels below one. */
const selects: fc.Arbitrary<Sent> = fc
  .tuple(fc.constantFrom(...hosts), naming, fc.constantFrom("", "id", "*"), fc.integer({ min: 0, max: 4 }))
  .map(([[host, partner], bad, first, shape]) => {
    const within = [
      bad,
      `${partner}(${bad})`,
      `a:${partner}!inner(id,${bad})`,
      `...${partner}(${bad})`,
      `${partner}(id),${bad}`,
    ]
    return { host, parameters: [["select", [first, within[shape]].filter(Boolean).join(",")]] }
  })

/** Order, filters, ranges, column lists and conflict targets that name an outside relation. */
const others: fc.Arbitrary<Sent> = fc
  .tuple(fc.constantFrom(...hosts), outsider, fc.boolean(), fc.integer({ min: 0, max: 9 }))
  .map(([[host, partner], name, embedded, shape]) => {
    const places: [string, string][] = [
      ["order", `${name}(relname).desc`],
      [`${name}.order`, "relname"],
      [`${name}.relname`, "eq.x"],
      [`${name}.limit`, "1"],
      [`${name}.or`, "(relname.eq.x,relname.eq.y)"],
      ["or", `(${name}.relname.eq.x,id.eq.1)`],
      [name, "not.is.null"],
      [`${partner}.${name}.relname`, "eq.x"],
      ["columns", `id,${name}`],
      [`${partner}.order`, `${name}(relname)`],
    ]
    const place = places[shape] as [string, string]
    return { host, parameters: embedded ? [["select", `id,${partner}(id)`], place] : [place] }
  })

const methods = ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"] as const

const profileOf = (method: string) => ({
  [method === "GET" || method === "HEAD" ? "accept-profile" : "content-profile"]: "arena",
})

async function send(
  method: string,
  { host, parameters }: Sent,
  headers: Record<string, string> = profileOf(method),
): Promise<Response> {
  const [path, fixed = ""] = host.split("?")
  const search = new URLSearchParams(fixed)
  for (const [name, value] of parameters) search.append(name, value)
  if (method === "PUT" && !host.startsWith("/rpc")) search.append("id", "eq.1")
  const args = Object.fromEntries(new URLSearchParams(fixed))
  const row = { ...(method !== "PATCH" && { id: 1 }), name: "Changed" }
  return server.gateway.app.request(`http://gateway.test/rest/v1${path}?${search}`, {
    method,
    headers: {
      apikey: server.keys.publishable,
      "content-type": "application/json",
      prefer: "return=representation, resolution=merge-duplicates, tx=rollback",
      ...headers,
    },
    ...(/^P/.test(method) && { body: JSON.stringify(host.startsWith("/rpc") ? args : row) }),
  })
}

const refused = async (answer: Response) => {
  const said = await answer.text()
  expect([answer.status >= 400 && answer.status < 500, answer.status, said]).toEqual([
    true,
    answer.status,
    said,
  ])
  expect(said).not.toContain("swordfish")
}

/**
 * Without a profile, the first schema applies; names must not be left to the search path, on which PostgreSQL puts its
 * own catalog first.
 */
const profiled = fc.boolean()

test.each(methods)("%s: no embed of a relation outside the schema succeeds", async (method) => {
  await fc.assert(
    fc.asyncProperty(selects, profiled, async (sent, withProfile) =>
      refused(await send(method, sent, withProfile ? profileOf(method) : {})),
    ),
    { seed, numRuns: runs },
  )
})

test.each(methods)("%s: no order, filter, range or column list reads one either", async (method) => {
  await fc.assert(
    fc.asyncProperty(others, profiled, async (sent, withProfile) => {
      const answer = await send(method, sent, withProfile ? profileOf(method) : {})
      const said = await answer.text()
      expect([answer.status < 500, said]).toEqual([true, said])
      expect(said).not.toMatch(/swordfish|pg_toast/)
      // A relation that is not embedded has no rows to read: the response, if any, contains the host's own rows.
      if (answer.status < 300) expect(said).not.toContain("relname")
    }),
    { seed, numRuns: runs },
  )
})

test("the report that started this: statistics of private tables below a function", async () => {
  const answer = await send(
    "GET",
    { host: "/rpc/names", parameters: [["select", "pg_stat_user_tables(*)"]] },
    {},
  )
  expect([answer.status, (await answer.json()).code]).toEqual([400, "PGRST200"])
})

test.each([
  ["GET", { "accept-profile": "arena", "content-profile": "hidden" }],
  ["HEAD", { "accept-profile": "arena", "content-profile": "hidden" }],
  ["POST", { "accept-profile": "hidden", "content-profile": "arena" }],
  ["PATCH", { "accept-profile": "hidden", "content-profile": "arena" }],
  ["DELETE", { "accept-profile": "hidden", "content-profile": "arena" }],
])("%s: only the profile header of the method counts", async (method, headers) => {
  for (const host of ["/clubs", "/rpc/names"]) {
    if (host.startsWith("/rpc") && !["GET", "HEAD", "POST"].includes(method)) continue
    const answer = await send(
      method,
      { host, parameters: host === "/clubs" ? [["id", "eq.3"]] : [] },
      headers,
    )
    const said = await answer.text()
    expect([method, host, answer.status < 300, said]).toEqual([method, host, true, said])
    expect(said).not.toContain("swordfish")
    if (method !== "HEAD") expect(said).toMatch(/Empty|Changed|Ann/)
  }
})

test.each(["regclass", " regclass", "regproc", "regrole", "REGCLASS", "regclass array"])(
  "a number is not cast to the name of a hidden object: ::%s",
  async (type) => {
    for (const select of [`id::${type}`, `n:id::${type}`, `id.max()::${type}`, `athletes(id::${type})`]) {
      const answer = await send("GET", { host: "/clubs", parameters: [["select", select]] })
      expect([select, answer.status, (await answer.json()).code]).toEqual([select, 400, "PGRST100"])
    }
  },
)

test("a change with a limit or offset is refused, not applied to more rows", async () => {
  for (const name of ["limit", "offset"]) {
    const answer = await send("DELETE", {
      host: "/clubs",
      parameters: [
        ["id", "gt.0"],
        [name, "1"],
      ],
    })
    expect([name, answer.status, (await answer.json()).code]).toEqual([name, 400, "PGRST127"])
  }
})

test("a request without a profile reads the first exposed schema", async () => {
  const answer = await send("GET", { host: "/rpc/names", parameters: [] }, {})
  expect([answer.status, await answer.json()]).toEqual([200, ["Ann", "Bob", "Cid", 'Dee, "D"']])
})

test("none of these requests changed anything", async () => {
  expect(await snapshot()).toBe(before)
})
