import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { Client, LocalServer } from "../support/server.ts"

let server: LocalServer
let client: Client

beforeAll(async () => {
  server = await startArena()
  client = server.client()
})
afterAll(() => server.close())
afterEach(async () => {
  await server.db.query("delete from arena.clubs where id >= 10")
  await server.db.query("delete from arena.athletes where id >= 10")
})

const clubs = async () =>
  (await server.db.query("select name from arena.clubs order by id")).map(({ name }) => name)
const unchanged = ["Harriers", "Night Owls", "Empty"]

test("insert: returns nothing unless requested", async () => {
  const { data, error, status } = await client.from("clubs").insert({ id: 10, name: "New" })
  expect({ data, error, status }).toEqual({ data: null, error: null, status: 201 })
  expect(await clubs()).toEqual([...unchanged, "New"])
})

test("insert: one row returned, with defaults filled in", async () => {
  const { data, error } = await client
    .from("athletes")
    .insert({ id: 10, name: "Eve" })
    .select("id, name, active, tags")
    .single()
  expect(error).toBeNull()
  expect(data).toEqual({ id: 10, name: "Eve", active: true, tags: [] })
})

test("insert: many rows returned in order", async () => {
  const rows = [12, 10, 11].map((id) => ({ id, name: `Club ${id}` }))
  const { data, status } = await client.from("clubs").insert(rows).select()
  expect(status).toBe(201)
  expect(data?.map(({ id }) => id)).toEqual([12, 10, 11])
})

test("insert: no rows is not an error", async () => {
  const { data, error } = await client.from("clubs").insert([]).select()
  expect({ data, error }).toEqual({ data: [], error: null })
})

test("insert: missing columns take their default with defaultToNull false, null without", async () => {
  const rows = [
    { id: 10, name: "A", active: false },
    { id: 11, name: "B" },
  ]
  const { data } = await client
    .from("athletes")
    .insert(rows, { defaultToNull: false })
    .select("id, active")
    .order("id")
  expect(data).toEqual([
    { id: 10, active: false },
    { id: 11, active: true },
  ])
  const { error } = await client.from("athletes").insert(rows.map((row) => ({ ...row, id: row.id + 2 })))
  expect(error?.code).toBe("23502")
})

test("insert: count", async () => {
  const { count } = await client.from("clubs").insert(
    [
      { id: 10, name: "A" },
      { id: 11, name: "B" },
    ],
    { count: "exact" },
  )
  expect(count).toBe(2)
})

test("insert: embedded resources of the new rows", async () => {
  const { data, error } = await client
    .from("athletes")
    .insert({ id: 10, name: "Eve", club_id: 1 })
    .select("name, clubs(name)")
  expect(error).toBeNull()
  expect(data).toEqual([{ name: "Eve", clubs: { name: "Harriers" } }])
})

test.each([
  ["a string that looks like a number", "123"],
  ["a string that looks like an object", '{"a":1}'],
  ["an empty string", ""],
  ["a number", 5],
  ["a boolean", true],
  ["an array", [1, "2", null, { three: 3 }]],
  ["an object", { text: "[1]", nested: { deep: "true" } }],
])("insert: jsonb keeps %s", async (_what, settings) => {
  const { data, error } = await client
    .from("athletes")
    .insert({ id: 10, name: "J", settings, raw: settings })
    .select("settings, raw")
    .single()
  expect(error).toBeNull()
  expect(data).toEqual({ settings, raw: settings })
  const stored = await server.db.query("select settings::text, raw::text from arena.athletes where id = 10")
  expect(JSON.parse(String(stored[0]?.settings))).toEqual(settings)
  expect(JSON.parse(String(stored[0]?.raw))).toEqual(settings)
})

test("insert: numbers above 2^53 keep their digits in bigint, numeric and jsonb", async () => {
  const body =
    '{"id":10,"name":"Big","big":9007199254740993,"best_km":1234567.123,"settings":{"n":12345678901234567890.5,"s":"9007199254740993"}}'
  const answer = await fetch(`${server.url}/rest/v1/athletes?select=big,best_km,settings`, {
    method: "POST",
    headers: {
      apikey: server.keys.publishable,
      "content-type": "application/json",
      prefer: "return=representation",
      "content-profile": "arena",
    },
    body,
  })
  // jsonb prints a space after colons and commas.
  expect(await answer.text()).toBe(
    '[{"big":9007199254740993,"best_km":1234567.123,"settings":{"n": 12345678901234567890.5, "s": "9007199254740993"}}]',
  )
})

test("insert: arrays, enums, composites, ranges, bytes and instants", async () => {
  const row = {
    id: 10,
    name: "All",
    tags: ["a,b", 'q"q', "NULL", "\\"],
    medal: "bronze",
    splits: { first_s: 1, second_s: 2 },
    season: "[2000,2001)",
    photo: "\\x00ff",
    joined_at: "2026-11-20T12:00:00.123Z",
    local_start: "2026-11-20T12:00:00",
  }
  const { error } = await client.from("athletes").insert(row)
  expect(error).toBeNull()
  const stored = await server.db.query(
    "select to_jsonb(a) - array['bio_words'] as row from (select id, name, tags, medal, splits, season, photo, joined_at, local_start from arena.athletes where id = 10) a",
  )
  expect(stored[0]?.row).toEqual({ ...row, joined_at: "2026-11-20T12:00:00.123+00:00" })
})

test("upsert: updates existing rows, inserts new ones", async () => {
  const { error } = await client.from("clubs").upsert([
    { id: 1, name: "Harriers" },
    { id: 10, name: "New" },
  ])
  expect(error).toBeNull()
  const { data } = await client.from("clubs").upsert({ id: 10, name: "Renamed" }).select().single()
  expect(data).toMatchObject({ id: 10, name: "Renamed" })
})

test("upsert: rows, only some of which have the key, with defaultToNull false", async () => {
  const rows = [{ name: "Keyless" }, { id: 901, name: "Keyed", active: false }, { name: "Keyless too" }]
  const { data, error } = await client
    .from("athletes")
    .upsert(rows as never[], { defaultToNull: false })
    .select("name, active")
  expect(error).toBeNull()
  expect(data).toEqual([
    { name: "Keyless", active: true },
    { name: "Keyed", active: false },
    { name: "Keyless too", active: true },
  ])
  const again = await client
    .from("athletes")
    .upsert([{ id: 901, name: "Renamed" }, { name: "New" }] as never[], { defaultToNull: false })
    .select("name, active")
  expect(again.data).toEqual([
    { name: "Renamed", active: false },
    { name: "New", active: true },
  ])
})

test("changes are counted without returning rows", async () => {
  const exact = { count: "exact" } as const
  const update = client.from("athletes").update({ nickname: "N" }, exact).in("id", [1, 2])
  expect(await update.rollback()).toMatchObject({ status: 204, data: null, count: 2 })
  const remove = client.from("athletes").delete(exact).in("id", [1, 2])
  expect(await remove.rollback()).toMatchObject({ status: 204, data: null, count: 2 })
  const insert = client.from("athletes").insert([{ name: "A" }, { name: "B" }], exact)
  expect(await insert.rollback()).toMatchObject({ status: 201, data: null, count: 2 })
})

test("update: returns nothing unless requested, whatever digits the row contains", async () => {
  const { status, error } = await client.from("athletes").update({ nickname: "Annie" }).eq("id", 1)
  expect([status, error]).toEqual([204, null])
  expect((await client.from("athletes").delete().eq("id", 4)).status).toBe(204)
})

test("upsert: on another unique column", async () => {
  await client.from("clubs").insert({ id: 10, name: "New" })
  const { data, error } = await client
    .from("clubs")
    .upsert({ id: 10, name: "New", founded_on: "2020-01-01" }, { onConflict: "name" })
    .select()
  expect(error).toBeNull()
  expect(data).toEqual([{ id: 10, name: "New", founded_on: "2020-01-01" }])
})

test("upsert: ignoreDuplicates leaves rows as they are", async () => {
  const { data, error } = await client
    .from("clubs")
    .upsert(
      [
        { id: 1, name: "Other" },
        { id: 10, name: "New" },
      ],
      { ignoreDuplicates: true },
    )
    .select()
  expect(error).toBeNull()
  expect(data).toEqual([{ id: 10, name: "New", founded_on: null }])
  expect(await clubs()).toEqual([...unchanged, "New"])
})

test("update: with filter, returned and counted", async () => {
  await client.from("clubs").insert([
    { id: 10, name: "A" },
    { id: 11, name: "B" },
  ])
  const { data, count, status } = await client
    .from("clubs")
    .update({ founded_on: "2021-01-01" }, { count: "exact" })
    .gte("id", 10)
    .select("id, founded_on")
  expect({ count, status }).toEqual({ count: 2, status: 200 })
  expect(data).toEqual([
    { id: 10, founded_on: "2021-01-01" },
    { id: 11, founded_on: "2021-01-01" },
  ])
})

test("update: without returned rows the status is 204, and no match is not an error", async () => {
  await client.from("clubs").insert({ id: 10, name: "A" })
  expect((await client.from("clubs").update({ name: "B" }).eq("id", 10)).status).toBe(204)
  const none = await client.from("clubs").update({ name: "C" }).eq("id", -1).select()
  expect({ data: none.data, error: none.error }).toEqual({ data: [], error: null })
})

test("update: to null, jsonb and array values", async () => {
  await client.from("athletes").insert({ id: 10, name: "U", nickname: "X" })
  const change = { nickname: null, settings: "text", tags: ["x"] }
  const { data } = await client
    .from("athletes")
    .update(change)
    .eq("id", 10)
    .select("nickname, settings, tags")
    .single()
  expect(data).toEqual(change)
})

test("delete: with filter, returned and counted", async () => {
  await client.from("clubs").insert([
    { id: 10, name: "A" },
    { id: 11, name: "B" },
  ])
  const { data, count } = await client
    .from("clubs")
    .delete({ count: "exact" })
    .gte("id", 10)
    .select("name")
    .order("name")
  expect(count).toBe(2)
  expect(data).toEqual([{ name: "A" }, { name: "B" }])
  expect(await clubs()).toEqual(unchanged)
})

test("delete: embedded resources of the deleted rows", async () => {
  await client.from("athletes").insert({ id: 10, name: "Gone", club_id: 1 })
  const { data, error } = await client.from("athletes").delete().eq("id", 10).select("name, clubs(name)")
  expect(error).toBeNull()
  expect(data).toEqual([{ name: "Gone", clubs: { name: "Harriers" } }])
})

test("single: a change that touches more rows is refused and rolled back", async () => {
  const { error, status } = await client
    .from("clubs")
    .update({ founded_on: "1900-01-01" })
    .gt("id", 0)
    .select()
    .single()
  expect(status).toBe(406)
  expect(error?.code).toBe("PGRST116")
  expect(await server.db.query("select id from arena.clubs where founded_on = '1900-01-01'")).toEqual([])
})

test("maxAffected: a change that would touch more rows is refused and rolled back", async () => {
  const { error, status } = await client
    .from("clubs")
    .update({ founded_on: "1900-01-01" })
    .gte("id", 1)
    .maxAffected(1)
  expect(status).toBe(400)
  expect(error).toMatchObject({
    code: "PGRST124",
    message: "Query result exceeds max-affected preference constraint",
    details: "The query affects 3 rows",
  })
  expect(await server.db.query("select id from arena.clubs where founded_on = '1900-01-01'")).toEqual([])
})

test("rollback: everything runs, nothing is committed", async () => {
  const { data, error } = await client.from("clubs").insert({ id: 10, name: "Ghost" }).select().rollback()
  expect(error).toBeNull()
  expect(data).toEqual([{ id: 10, name: "Ghost", founded_on: null }])
  expect(await clubs()).toEqual(unchanged)
})

test("put: one row by its key", async () => {
  const put = (id: number, body: object) =>
    fetch(`${server.url}/rest/v1/clubs?id=eq.${id}`, {
      method: "PUT",
      headers: {
        apikey: server.keys.publishable,
        "content-type": "application/json",
        prefer: "return=representation",
        "content-profile": "arena",
      },
      body: JSON.stringify(body),
    })
  const made = await put(10, { id: 10, name: "Put", founded_on: null })
  expect([made.status, await made.json()]).toEqual([201, [{ id: 10, name: "Put", founded_on: null }]])
  expect((await put(10, { id: 10, name: "Again", founded_on: null })).status).toBe(200)
  const wrong = await put(10, { id: 11, name: "Other", founded_on: null })
  expect([wrong.status, (await wrong.json()).code]).toEqual([400, "PGRST115"])
})

test("two writers of one row: the second waits and wins, nothing is lost", async () => {
  await client.from("clubs").insert({ id: 10, name: "Race" })
  const names = Array.from({ length: 12 }, (_, index) => `Race ${index}`)
  const answers = await Promise.all(
    names.map((name) => client.from("clubs").update({ name }).eq("id", 10).select("name").single()),
  )
  expect(answers.map(({ data }) => data?.name)).toEqual(names)
})
