import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { Client, LocalServer } from "../support/server.ts"

let server: LocalServer
let client: Client

beforeAll(async () => {
  server = await startArena()
  client = server.client()
})
afterAll(() => server.close())

test("overloads with different argument names are distinguished, also with get", async () => {
  for (const get of [false, true]) {
    expect((await client.rpc("over", { given: 1 }, { get })).data).toBe("integer")
    expect((await client.rpc("over", { given: 1, other: 2 }, { get })).data).toBe("two integers")
  }
})

test("overloads that differ only in types are listed in the error: PGRST203", async () => {
  const { status, error } = await client.rpc("either", { given: "1" })
  expect(status).toBe(300)
  expect(error).toEqual({
    code: "PGRST203",
    message:
      "Could not choose the best candidate function between: arena.either(given => integer), arena.either(given => text)",
    details: null,
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  })
})

test("an unnamed json argument is the whole body", async () => {
  expect((await client.rpc("total", { a: 1, b: 2 })).data).toBe(3)
})

test("a single unnamed argument of a body type receives the body", async () => {
  await server.db.query(`
    create function arena.nameless() returns integer language sql return 1;
    create function arena.nameless(boolean) returns integer language sql return 2;
    create function arena.nameless(text) returns text language sql return 'text';
    create function arena.nameless_default() returns integer language sql return 1;
    create function arena.nameless_default(text default 'x') returns text language sql return 'text';
    create function arena.nameless_whole(integer) returns integer language sql return $1;
    notify pgrst, 'reload schema'`)
  await expect.poll(async () => (await client.rpc("nameless")).data).toBe(1)
  expect((await client.rpc("nameless", { "": "x" })).data).toBe("text")
  expect((await client.rpc("nameless_default")).error).toMatchObject({
    code: "PGRST203",
    message:
      "Could not choose the best candidate function between: arena.nameless_default(), arena.nameless_default( => text)",
  })
  expect((await client.rpc("nameless_whole", { "": 1 })).error).toMatchObject({
    code: "PGRST202",
    message: "Could not find the function arena.nameless_whole() in the schema cache",
  })
})

test("a table's row as an argument", async () => {
  expect((await client.rpc("greeting", { who: { id: 1, name: "Ann" } })).data).toBe("Hello Ann")
  expect((await client.rpc("greeting", { who: "(1,Bob,)" }, { get: true })).data).toBe("Hello Bob")
})

test("variadic arguments, as a list and repeated in the address", async () => {
  expect((await client.rpc("scaled", { factor: 2, parts: [1, 2] })).data).toEqual([2, 4])
  const repeated = await fetch(`${server.url}/rest/v1/rpc/scaled?factor=3&parts=1&parts=2`, {
    headers: { apikey: server.keys.publishable },
  })
  expect(await repeated.json()).toEqual([3, 6])
})

test.each([
  [
    "ad",
    { a: 1 },
    "Could not find the function arena.ad(a) in the schema cache",
    "Searched for the function arena.ad with parameter a or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    "Perhaps you meant to call the function arena.add",
  ],
  [
    "club_greetings",
    undefined,
    "Could not find the function arena.club_greetings without parameters in the schema cache",
    "Searched for the function arena.club_greetings without parameters or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    "Perhaps you meant to call the function arena.greeting",
  ],
  [
    "add",
    { c: 1, a: 2 },
    "Could not find the function arena.add(a, c) in the schema cache",
    "Searched for the function arena.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.",
    "Perhaps you meant to call the function arena.add(a, b)",
  ],
])("a function that is not there, %s: PGRST202", async (name, args, message, details, hint) => {
  const { status, error } = await client.rpc(name, args)
  expect(status).toBe(404)
  expect(error).toEqual({ code: "PGRST202", message, details, hint })
})

describe("max-affected", () => {
  test("limits the rows of a function, whose changes are rolled back", async () => {
    const rename = () => client.rpc("rename_club", { club: 1, new_name: "Renamed" })
    const { status, error } = await rename().maxAffected(0)
    expect([status, error]).toEqual([
      400,
      {
        code: "PGRST124",
        message: "Query result exceeds max-affected preference constraint",
        details: "The query affects 1 rows",
        hint: null,
      },
    ])
    expect((await client.from("clubs").select("name").eq("id", 1).single()).data).toEqual({
      name: "Harriers",
    })
    expect((await rename().maxAffected(1).rollback()).data).toMatchObject([{ name: "Renamed" }])
  })

  test("is refused for a function that returns no rows, and its changes are rolled back", async () => {
    const { status, error } = await client.rpc("touch_clubs").maxAffected(1)
    expect([status, error?.code]).toEqual([400, "PGRST128"])
    expect((await client.from("clubs").select().eq("id", 90)).data).toEqual([])
  })
})

test("two relationships with one table: PGRST201 names both, and a hint chooses", async () => {
  const { status, error } = await client.from("duels").select("id, clubs(name)")
  expect(status).toBe(300)
  expect(error).toEqual({
    code: "PGRST201",
    message: "Could not embed because more than one relationship was found for 'duels' and 'clubs'",
    details: ["away", "home"].map((column) => ({
      cardinality: "many-to-one",
      embedding: "duels with clubs",
      relationship: `duels_${column}_fkey using duels(${column}) and clubs(id)`,
    })),
    hint: "Try changing 'clubs' to one of the following: 'clubs!duels_away_fkey', 'clubs!duels_home_fkey'. Find the desired relationship in the 'details' key.",
  })
  const chosen = await client
    .from("duels")
    .select("home:clubs!duels_home_fkey(name), away:clubs!away(name)")
    .eq("id", 1)
  expect(chosen.data).toEqual([{ home: { name: "Harriers" }, away: { name: "Night Owls" } }])
})

test.each([true, false])("count estimated, head %s: exact if the table is small", async (head) => {
  const { count, error } = await client.from("races").select("*", { count: "estimated", head })
  expect([count, error]).toEqual([2, null])
  expect((await client.from("races").select("*", { count: "estimated", head }).limit(1)).count).toBe(2)
})

test("count estimated of a large table is the planner's estimate", async () => {
  await server.db.query(`
    create table arena.long (id integer primary key);
    insert into arena.long select generate_series(1, 3000); analyze arena.long; delete from arena.long where id > 2990;
    notify pgrst, 'reload schema'`)
  await expect
    .poll(async () => (await client.from("long").select("*", { count: "estimated", head: true })).count)
    .toBe(3000)
})

test("a row with only defaults", async () => {
  const { data, error } = await client.from("notes_with_defaults").insert({}).select()
  expect([data, error?.code]).toEqual([null, "PGRST205"])
  await server.db.query(`
    create table arena.defaults (id integer generated always as identity primary key, word text default 'new');
    notify pgrst, 'reload schema'`)
  await expect
    .poll(async () => (await client.from("defaults").insert({}).select()).data?.[0])
    .toMatchObject({ word: "new" })
  expect((await client.from("defaults").insert([{}, {}]).select("word")).data).toEqual([
    { word: "new" },
    { word: "new" },
  ])
})

describe("settings", () => {
  let open: LocalServer
  beforeAll(async () => {
    open = await startArena({ aggregates: true, plans: true, schemas: ["arena", "hidden"] })
    await open.db.query("grant usage on schema hidden to anon; grant select on hidden.secrets to anon")
  })
  afterAll(() => open.close())

  test("aggregates are refused until they are allowed", async () => {
    const refused = await client.from("athletes").select("best_km.sum()")
    expect([refused.status, refused.error?.code]).toEqual([400, "PGRST123"])
    const { data } = await open
      .client()
      .from("athletes")
      .select("club_id, best_km.max(), many:id.count()")
      .order("club_id")
    expect(data).toEqual([
      { club_id: 1, max: 3.5, many: 2 },
      { club_id: 2, max: null, many: 1 },
      { club_id: null, max: 4.1, many: 1 },
    ])
  })

  test("aggregates of embedded rows, together with spread and embedded ones", async () => {
    const { data, error } = await open
      .client()
      .from("clubs")
      .select("name, athletes(best_km.max(), ...passports(number)), duels!home(id.count())")
      .eq("id", 1)
    expect(error).toBeNull()
    expect(data).toEqual([
      {
        name: "Harriers",
        athletes: expect.arrayContaining([
          { max: 2.95, number: "P-1" },
          { max: 3.5, number: "P-2" },
        ]),
        duels: [{ count: 1 }],
      },
    ])
    const grouped = await open
      .client()
      .from("athletes")
      .select("id.count(), clubs(name), results(race_id)")
      .order("count")
    expect(grouped.error).toBeNull()
    expect(grouped.data).toHaveLength(4)
  })

  test("plans are refused until they are allowed", async () => {
    expect((await client.from("clubs").select().explain()).status).toBe(406)
    const { data } = await open.client().from("clubs").select().eq("id", 1).explain()
    expect(data).toMatch(/Index Scan using clubs_pkey on clubs/)
    const json = await open
      .client()
      .from("clubs")
      .select()
      .eq("id", 1)
      .explain({ format: "json", analyze: true })
    expect(json.data).toMatchObject([{ Plan: { "Node Type": "Aggregate", "Actual Rows": 1 } }])
  })

  test("an explained change is rolled back", async () => {
    const { data } = await open
      .client()
      .from("clubs")
      .update({ name: "Explained" })
      .eq("id", 1)
      .explain({ analyze: true })
    expect(data).toMatch(/Update on (arena\.)?clubs/)
    expect((await open.client().from("clubs").select("name").eq("id", 1).single()).data).toEqual({
      name: "Harriers",
    })
  })

  test("the exposed schemas are those of the setting, the first one by default", async () => {
    const hidden = open.client({ schema: "hidden" })
    expect((await hidden.from("secrets").select("word")).data).toEqual([{ word: "swordfish" }])
    const without = await fetch(`${open.url}/rest/v1/secrets`, { headers: { apikey: open.keys.publishable } })
    expect(without.status).toBe(404)
    expect((await server.client({ schema: "hidden" }).from("secrets").select()).status).toBe(406)
  })
})
