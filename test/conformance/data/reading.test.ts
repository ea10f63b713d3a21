import { afterAll, beforeAll, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { Client, LocalServer } from "../support/server.ts"

let server: LocalServer
let client: Client

beforeAll(async () => {
  server = await startArena()
  client = server.client()
})
afterAll(() => server.close())

test("select: every kind of column comes as to_json prints it", async () => {
  const { data, error } = await client.from("athletes").select().eq("id", 1).single()
  expect(error).toBeNull()
  const printed = await server.db.query("select to_jsonb(a) as row from arena.athletes a where id = 1")
  expect({ ...data, splits: undefined }).toEqual({ ...(printed[0]?.row as object), splits: undefined })
  expect(data).toMatchObject({
    joined_at: "2024-01-02T03:04:05.678+00:00",
    local_start: "2024-01-02T03:04:05",
    best_km: 2.95,
    raw: "123",
    tags: ["run", "swim"],
    settings: { theme: "dark", level: 3 },
    season: "[2020,2023)",
    photo: "\\x01ff",
    pace: "1 day 02:00:00",
  })
})

test("select: numbers above 2^53 keep their digits", async () => {
  const answer = await fetch(`${server.url}/rest/v1/athletes?select=big&id=eq.1`, {
    headers: { apikey: server.keys.publishable },
  })
  expect(await answer.text()).toBe('[{"big":9007199254740993}]')
})

test("select: columns, aliases, casts and json paths", async () => {
  const { data } = await client
    .from("athletes")
    .select("who:name, id::text, settings->>theme, level:settings->level, tags->0")
    .eq("id", 1)
  expect(data).toEqual([{ who: "Ann", id: "1", theme: "dark", level: 3, tags: "run" }])
})

test("select: a view", async () => {
  const { data } = await client.from("club_sizes").select().order("id")
  expect(data).toEqual([
    { id: 1, name: "Harriers", members: 2 },
    { id: 2, name: "Night Owls", members: 1 },
    { id: 3, name: "Empty", members: 0 },
  ])
})

test("order: ascending, descending, nulls first and last, several columns", async () => {
  const ordered = async (column: string, options: object) => {
    const { data } = await client.from("athletes").select("id").order(column, options).order("id")
    return data?.map(({ id }) => id)
  }
  expect(await ordered("name", { ascending: true })).toEqual([1, 2, 3, 4])
  expect(await ordered("name", { ascending: false })).toEqual([4, 3, 2, 1])
  expect(await ordered("best_km", { ascending: true, nullsFirst: true })).toEqual([3, 1, 2, 4])
  expect(await ordered("best_km", { ascending: false, nullsFirst: false })).toEqual([4, 2, 1, 3])
  expect(await ordered("medal", { ascending: true })).toEqual([1, 4, 2, 3])
  expect(await ordered("settings->level", { ascending: true })).toEqual([2, 1, 3, 4])
})

test("limit and range", async () => {
  const page = async (build: (read: ReturnType<typeof all>) => ReturnType<typeof all>) =>
    (await build(all())).data?.map(({ id }) => id)
  const all = () => client.from("athletes").select("id").order("id")
  expect(await page((read) => read.limit(2))).toEqual([1, 2])
  expect(await page((read) => read.range(1, 2))).toEqual([2, 3])
  expect(await page((read) => read.range(3, 9))).toEqual([4])
  expect(await page((read) => read.limit(0))).toEqual([])
})

test("range past the end of a counted read returns 416", async () => {
  const { error, status } = await client.from("athletes").select("*", { count: "exact" }).range(10, 20)
  expect(status).toBe(416)
  expect(error).toMatchObject({ code: "PGRST103", message: "Requested range not satisfiable" })
})

test("count: exact, planned, estimated", async () => {
  for (const count of ["exact", "planned", "estimated"] as const) {
    const { data, count: found, status } = await client.from("athletes").select("id", { count }).limit(2)
    expect(data).toHaveLength(2)
    expect(found).toBeGreaterThan(0)
    if (count === "exact") expect({ found, status }).toEqual({ found: 4, status: 206 })
  }
})

test("count: with a filter on an inner embedded resource", async () => {
  const { count } = await client
    .from("clubs")
    .select("id, athletes!inner(id)", { count: "exact" })
    .eq("athletes.active", true)
  expect(count).toBe(1)
})

test("head: counts without rows", async () => {
  const { data, count, status } = await client.from("athletes").select("*", { count: "exact", head: true })
  expect({ data, count, status }).toEqual({ data: null, count: 4, status: 200 })
})

test("single: one row, none, many", async () => {
  expect((await client.from("athletes").select("name").eq("id", 1).single()).data).toEqual({ name: "Ann" })
  const none = await client.from("athletes").select("name").eq("id", -1).single()
  expect(none.status).toBe(406)
  expect(none.error).toMatchObject({
    code: "PGRST116",
    message: "Cannot coerce the result to a single JSON object",
    details: "The result contains 0 rows",
    hint: null,
  })
  const many = await client.from("athletes").select("name").single()
  expect(many.error).toMatchObject({ code: "PGRST116", details: "The result contains 4 rows" })
})

test("maybeSingle: one row, none, many", async () => {
  expect((await client.from("athletes").select("name").eq("id", 1).maybeSingle()).data).toEqual({
    name: "Ann",
  })
  expect(await client.from("athletes").select("name").eq("id", -1).maybeSingle()).toMatchObject({
    data: null,
    error: null,
  })
  expect((await client.from("athletes").select("name").maybeSingle()).error?.code).toBe("PGRST116")
})

test("csv: values as PostgreSQL prints them, quoted where needed", async () => {
  const { data } = await client.from("athletes").select("id,name,best_km,active,joined_at").order("id").csv()
  expect(data?.split("\n")).toEqual([
    "id,name,best_km,active,joined_at",
    '1,Ann,2.950,t,"2024-01-02 03:04:05.678+00"',
    '2,Bob,3.500,t,"2024-02-02 00:00:00+00"',
    '3,Cid,,f,"2024-03-02 00:00:00+00"',
    '4,"Dee, ""D""",4.100,t,"2024-04-02 00:00:00+00"',
  ])
})

test("csv: bigint digits are kept and an empty result returns an empty success", async () => {
  expect((await client.from("athletes").select("big").eq("id", 1).csv()).data).toBe("big\n9007199254740993")
  expect(await client.from("athletes").select("big").eq("id", -1).csv()).toMatchObject({
    error: null,
    status: 200,
  })
})

test("stripNulls leaves out what is null", async () => {
  const { data } = await client
    .from("athletes")
    .select("id, nickname, big, best_km")
    .in("id", [1, 3])
    .order("id")
    .stripNulls()
  expect(JSON.parse(JSON.stringify(data))).toEqual([
    { id: 1, nickname: "Annie", big: Number("9007199254740993"), best_km: 2.95 },
    { id: 3, nickname: "El Cid" },
  ])
})

test("abortSignal ends a request", async () => {
  const { error } = await client.from("athletes").select().abortSignal(AbortSignal.abort())
  expect(error?.message).toContain("Abort")
})

test("setHeader reaches SQL as request.headers, credentials do not", async () => {
  const read = (name: string) => client.rpc("request_header", { name }).setHeader("x-club", "harriers")
  expect((await read("x-club")).data).toBe("harriers")
  expect((await read("apikey")).data).toBeNull()
  expect((await read("authorization")).data).toBeNull()
})

test("throwOnError throws the service's error", async () => {
  await expect(client.from("athletes").select("nope").throwOnError()).rejects.toMatchObject({ code: "42703" })
})

test("explain is switched off", async () => {
  const { error, status } = await client.from("athletes").select().explain()
  expect(status).toBe(406)
  expect(error).toMatchObject({ code: "PGRST107" })
})

test("a read returns at most 1,000 rows", async () => {
  await server.db.query("insert into arena.races select i, 'r' || i, 1 from generate_series(1000, 2500) i")
  const { data } = await client.from("races").select("id")
  expect(data).toHaveLength(1000)
  await server.db.query("delete from arena.races where id >= 1000")
})
