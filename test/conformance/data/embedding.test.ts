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

test("embed: instants, long numbers and json texts keep their form inside", async () => {
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

test("embed: a relation that does not exist is named", async () => {
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
