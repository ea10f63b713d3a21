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

test("embed: many-to-one", async () => {
  const { data } = await client.from("athletes").select("name, clubs(name)").order("id").limit(4)
  expect(data).toEqual([
    { name: "Ann", clubs: { name: "Harriers" } },
    { name: "Bob", clubs: { name: "Harriers" } },
    { name: "Cid", clubs: { name: "Night Owls" } },
    { name: 'Dee, "D"', clubs: null },
  ])
})

test("embed: one-to-many", async () => {
  const { data } = await client
    .from("clubs")
    .select("name, athletes(name)")
    .order("id")
    .order("name", { referencedTable: "athletes", ascending: false })
  expect(data).toEqual([
    { name: "Harriers", athletes: [{ name: "Bob" }, { name: "Ann" }] },
    { name: "Night Owls", athletes: [{ name: "Cid" }] },
    { name: "Empty", athletes: [] },
  ])
})

test("embed: one-to-one", async () => {
  const { data } = await client.from("athletes").select("id, passports(number)").order("id").limit(3)
  expect(data).toEqual([
    { id: 1, passports: { number: "P-1" } },
    { id: 2, passports: { number: "P-2" } },
    { id: 3, passports: null },
  ])
})

test("embed: many-to-many", async () => {
  const { data } = await client.from("races").select("title, athletes(name)").order("id")
  expect(data).toEqual([
    { title: "City 10k", athletes: expect.arrayContaining([{ name: "Ann" }, { name: "Bob" }]) },
    { title: "Night 5k", athletes: [{ name: "Ann" }] },
  ])
})

test("embed: nested, with alias and limit", async () => {
  const { data, error } = await client
    .from("clubs")
    .select("name, members:athletes(name, results(time_s, races(title)))")
    .eq("id", 1)
    .order("id", { referencedTable: "members" })
    .limit(1, { referencedTable: "members" })
  expect(error).toBeNull()
  expect(data).toEqual([
    {
      name: "Harriers",
      members: [
        {
          name: "Ann",
          results: expect.arrayContaining([
            { time_s: 2400, races: { title: "City 10k" } },
            { time_s: 1150, races: { title: "Night 5k" } },
          ]),
        },
      ],
    },
  ])
})

test("embed: inner leaves out rows without a match", async () => {
  const { data } = await client.from("clubs").select("name, athletes!inner(name)").order("id")
  expect(data?.map(({ name }) => name)).toEqual(["Harriers", "Night Owls"])
})

test("embed: a filter on the embedded resource, left and inner", async () => {
  const left = await client
    .from("clubs")
    .select("name, athletes(name)")
    .eq("athletes.name", "Ann")
    .order("id")
  expect(left.data).toEqual([
    { name: "Harriers", athletes: [{ name: "Ann" }] },
    { name: "Night Owls", athletes: [] },
    { name: "Empty", athletes: [] },
  ])
  const inner = await client.from("clubs").select("name, athletes!inner(name)").eq("athletes.name", "Ann")
  expect(inner.data).toEqual([{ name: "Harriers", athletes: [{ name: "Ann" }] }])
})

test("embed: or on the embedded resource", async () => {
  const { data, error } = await client
    .from("clubs")
    .select("name, athletes(name)")
    .eq("id", 1)
    .or("name.eq.Ann,name.eq.Nobody", { referencedTable: "athletes" })
  expect(error).toBeNull()
  expect(data).toEqual([{ name: "Harriers", athletes: [{ name: "Ann" }] }])
})

test("embed: order by a column of the embedded resource", async () => {
  const { data } = await client
    .from("athletes")
    .select("id, clubs(name)")
    .order("clubs(name)", { ascending: false })
    .order("id")
  expect(data?.map(({ id }) => id)).toEqual([4, 3, 1, 2])
})

test("embed: spread", async () => {
  const { data } = await client.from("athletes").select("name, ...clubs(club:name)").eq("id", 1)
  expect(data).toEqual([{ name: "Ann", club: "Harriers" }])
})

test("embed: timestamps, long numbers and json texts keep their form inside", async () => {
  const answer = await fetch(
    `${server.url}/rest/v1/clubs?select=athletes(big,joined_at,raw,best_km)&id=eq.1&athletes.id=eq.1`,
    {
      headers: { apikey: server.keys.publishable },
    },
  )
  expect(await answer.text()).toBe(
    '[{"athletes":[{"big":9007199254740993,"joined_at":"2024-01-02T03:04:05.678+00:00","raw":"123","best_km":2.950}]}]',
  )
})

test("embed: users(*) reads public.users and never auth.users", async () => {
  const { data, error } = await client.from("posts").select("title, users(*)")
  expect(error).toBeNull()
  expect(data).toEqual([{ title: "Hello", users: { id: 1, display_name: "Public Paul" } }])
  const columns = await client.from("posts").select("users(encrypted_password)")
  expect(columns.error?.code).toBe("42703")
})

test("embed: a relation that does not exist is named in the error", async () => {
  const { error, status } = await client.from("clubs").select("name, ledger(*)")
  expect(status).toBe(400)
  expect(error).toMatchObject({ code: "PGRST200" })
  expect(error?.message).toContain("Could not find a relationship between 'clubs' and 'ledger'")
})

test("embed: a computed field", async () => {
  const { data, error } = await client.from("clubs").select("id, club_label").eq("id", 1)
  expect(error).toBeNull()
  expect(data).toEqual([{ id: 1, club_label: "Harriers!" }])
})

test("embed: views have the relationships of the tables behind their columns", async () => {
  await server.db.query(`
    create view arena.runners with (security_invoker = true) as select id as runner, name, club_id from arena.athletes;
    create view arena.runners_of_clubs with (security_invoker = true) as select runner, club_id as club from arena.runners;
    notify pgrst, 'reload schema'`)
  await expect
    .poll(async () => (await client.from("runners").select("name, clubs(name)").eq("runner", 1)).data)
    .toEqual([{ name: "Ann", clubs: { name: "Harriers" } }])
  const { data } = await client
    .from("clubs")
    .select("name, runners(name), runners_of_clubs(runner)")
    .eq("id", 2)
    .single()
  expect(data).toEqual({ name: "Night Owls", runners: [{ name: "Cid" }], runners_of_clubs: [{ runner: 3 }] })
})

test("embed: a relation's rows through a function, returning many or one", async () => {
  await server.db.query(`
    create function arena.fast_ones(arena.clubs) returns setof arena.athletes language sql stable
      as $$ select * from arena.athletes where club_id = $1.id and best_km < 3 $$;
    create function arena.oldest(arena.clubs) returns setof arena.athletes rows 1 language sql stable
      as $$ select * from arena.athletes where club_id = $1.id order by id $$;
    notify pgrst, 'reload schema'`)
  const read = () =>
    client
      .from("clubs")
      .select("id, fast_ones(name), first:oldest(name, passports(number))")
      .lt("id", 3)
      .order("id")
  await expect
    .poll(async () => (await read()).data)
    .toEqual([
      { id: 1, fast_ones: [{ name: "Ann" }], first: { name: "Ann", passports: { number: "P-1" } } },
      { id: 2, fast_ones: [], first: { name: "Cid", passports: null } },
    ])
})

test("embed: a self-reference is to-many by the table's name and to-one by the column's", async () => {
  await server.db.query(`
    create table arena.folders (id integer primary key, parent_id integer references arena.folders (id));
    insert into arena.folders values (1, null), (2, 1), (3, 1);
    notify pgrst, 'reload schema'`)
  await expect
    .poll(async () => (await client.from("folders").select("id, folders(id)").eq("id", 1)).data)
    .toEqual([{ id: 1, folders: [{ id: 2 }, { id: 3 }] }])
  const up = await client.from("folders").select("id, up:parent_id(id)").eq("id", 3)
  expect(up.data).toEqual([{ id: 3, up: { id: 1 } }])
  const down = await client.from("folders").select("id, below:folders!parent_id(id)").eq("id", 1)
  expect(down.data).toEqual([{ id: 1, below: [{ id: 2 }, { id: 3 }] }])
})

test("embed: two embeds with one name are refused, and an alias distinguishes them", async () => {
  const { status, error } = await client.from("duels").select("clubs!home(name), clubs!away(name)")
  expect([status, error?.code]).toEqual([400, "42712"])
})

test("embed: rows with and without embedded rows, selected by filters on the embed", async () => {
  const ids = async (filter: "is.null" | "not.is.null") => {
    const answer = await fetch(
      `${server.url}/rest/v1/athletes?select=id,passports()&passports=${filter}&id=lt.10&order=id`,
      {
        headers: { apikey: server.keys.publishable },
      },
    )
    return answer.json()
  }
  expect(await ids("not.is.null")).toEqual([{ id: 1 }, { id: 2 }])
  expect(await ids("is.null")).toEqual([{ id: 3 }, { id: 4 }])
})

test("embed: a JSON path, a column twice, and a column twice with an alias", async () => {
  const { data } = await client
    .from("clubs")
    .select("id, id, other:id, athletes(settings->>theme)")
    .eq("id", 2)
  expect(data).toEqual([{ id: 2, other: 2, athletes: [{ theme: null }] }])
})

test("embed: as newer versions of PostgREST answer, a column's name comes before an alias, and an embed of nothing is left out", async () => {
  const ids = async (query: PromiseLike<{ data: unknown[] | null }>) => (await query).data
  expect(await ids(client.from("clubs").select("id, name:athletes(id)").is("name", null))).toEqual([])
  expect(await ids(client.from("athletes").select("id, clubs(athletes())").eq("id", 1))).toEqual([{ id: 1 }])
  // A single row has no range.
  expect(
    await ids(
      client.from("athletes").select("id, clubs(name)").limit(0, { referencedTable: "clubs" }).eq("id", 1),
    ),
  ).toEqual([{ id: 1, clubs: { name: "Harriers" } }])
})
