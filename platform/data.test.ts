import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { createDataApi, type DataApi } from "./data.ts"

let database: TestDatabase
const opened: DataApi[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query(`
    create schema shop; grant usage on schema shop to anon, authenticated;
    create table shop.items (id integer primary key, name text);
    alter table shop.items enable row level security;
    create policy everybody on shop.items using (true) with check (true);
    grant select, insert, delete on shop.items to anon;
    insert into shop.items values (1, 'Cap');
    create function shop.wait(seconds double precision) returns text language plpgsql stable as
      $$ begin perform pg_sleep(seconds); return 'done'; end $$;`)
})
afterAll(async () => {
  await Promise.all(opened.map((api) => api.close()))
  await database.drop()
})

function open(pool = 2): DataApi {
  const api = createDataApi({ database: database.db, connections: pool, schemas: ["shop"] })
  opened.push(api)
  return api
}

const anon = { claims: { role: "anon" } }
const get = (api: DataApi, path: string) =>
  api.fetch(new Request(`http://test/rest/v1${path}`, { headers: { "accept-profile": "shop" } }), anon)
const json = async (answer: Response) => [answer.status, await answer.json()]

test("the very first requests may be concurrent", async () => {
  const api = open(4)
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => get(api, "/items?select=name").then(json)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['[200,[{"name":"Cap"}]]']),
  )
})

test("a table created without a notification is found, and unknown names cause few reloads", async () => {
  const api = open()
  expect((await get(api, "/items")).status).toBe(200)
  await database.db.query(
    "create table shop.quiet (id integer primary key); grant select on shop.quiet to anon",
  )
  await expect.poll(async () => (await get(api, "/quiet")).status).toBe(200)
  expect((await get(api, "/never")).status).toBe(404)
})

test("a new column, a new function and a dropped table are detected without a notification", async () => {
  const api = open()
  await database.db.query(
    "create table shop.brief (id integer primary key); grant select on shop.brief to anon",
  )
  await expect.poll(async () => (await get(api, "/brief")).status).toBe(200)
  await database.db.query("alter table shop.brief add column color text default 'red'")
  await database.db.query("insert into shop.brief values (1)")
  await expect.poll(() => get(api, "/brief?select=color").then(json)).toEqual([200, [{ color: "red" }]])
  await database.db.query("create function shop.hello() returns text language sql stable return 'hi'")
  await expect.poll(() => get(api, "/rpc/hello").then(json)).toEqual([200, "hi"])
  await database.db.query("drop table shop.brief")
  await expect.poll(() => get(api, "/brief").then(json)).toMatchObject([404, { code: "PGRST205" }])
})

test("many changes in a row cause few reloads of the catalog, and the last one is detected", async () => {
  let connections = 0
  const api = createDataApi({
    database: {
      listen: database.db.listen,
      reserve: () => {
        connections++
        return database.db.reserve()
      },
    },
    schemas: ["shop"],
  })
  opened.push(api)
  await database.db.query(
    "create table shop.growing (id integer primary key); grant select on shop.growing to anon",
  )
  await expect.poll(async () => (await get(api, "/growing")).status).toBe(200)
  connections = 0
  const changes = 40
  for (let change = 1; change <= changes; change++) {
    await database.db.query(`alter table shop.growing add column c${change} integer`)
    expect((await get(api, "/growing?select=id")).status).toBe(200)
  }
  expect(connections - changes).toBeLessThan(changes / 2)
  await expect.poll(async () => (await get(api, `/growing?select=c${changes}`)).status).toBe(200)
})

test("changes before listening started, or while the connection was lost, are detected", async () => {
  let ready = () => {}
  const api = createDataApi({
    database: {
      reserve: () => database.db.reserve(),
      // Starts listening only later.
      async listen(_channel, _onPayload, onReady) {
        ready = onReady ?? ready
        return async () => {}
      },
    },
    schemas: ["shop"],
  })
  opened.push(api)
  expect((await get(api, "/items")).status).toBe(200)
  await database.db.query(
    "create table shop.told (id integer primary key); grant select on shop.told to anon",
  )
  await database.db.query("notify pgrst, 'reload schema'")
  ready()
  expect((await get(api, "/told")).status).toBe(200)
})

test("a change without a filter is refused, and one whose filter matches all rows is not", async () => {
  const api = open()
  const send = async (method: string, path: string) => {
    const headers = { "content-profile": "shop", "content-type": "application/json" }
    const body = method === "PATCH" ? '{"name":"Cap"}' : null
    const answer = await api.fetch(new Request(`http://test/rest/v1${path}`, { method, headers, body }), {
      claims: { role: "service_role" },
    })
    return [answer.status, answer.ok ? null : await answer.json()]
  }
  await database.db.query(
    "grant usage on schema shop to service_role; grant all on shop.items to service_role",
  )
  const refused = (what: string) => [
    400,
    { code: "21000", message: `${what} requires a WHERE clause`, details: null, hint: null },
  ]
  for (const query of ["", "?select=id", "?columns=name"]) {
    expect(await send("DELETE", `/items${query}`)).toEqual(refused("DELETE"))
    expect(await send("PATCH", `/items${query}`)).toEqual(refused("UPDATE"))
  }
  expect((await get(api, "/items?id=eq.1")).status).toBe(200)
  expect((await send("PATCH", "/items?id=gt.0"))[0]).toBe(204)
  expect((await send("PATCH", "/items?or=(id.eq.1,id.gt.1)"))[0]).toBe(204)
})

test("tables changed by a migration are detected, even by connections that have read them before", async () => {
  const api = open(2)
  for (let times = 0; times < 8; times++) expect((await get(api, "/items?id=eq.1")).status).toBe(200)
  await database.db.query("alter table shop.items add column price_cents integer default 500")
  await database.db.query("create table shop.extras (id integer primary key)")
  await database.db.query("notify pgrst, 'reload schema'")
  for (let times = 0; times < 8; times++) {
    expect(await json(await get(api, "/items?id=eq.1"))).toEqual([
      200,
      [{ id: 1, name: "Cap", price_cents: 500 }],
    ])
  }
  await expect.poll(async () => (await get(api, "/extras")).status).not.toBe(404)
})

test("a failed read of the catalog is not cached", async () => {
  let isAway = true
  const api = createDataApi({
    database: {
      listen: database.db.listen,
      reserve: async () => {
        if (isAway) throw Object.assign(new Error("away"), { code: "ECONNREFUSED" })
        return database.db.reserve()
      },
    },
    schemas: ["shop"],
  })
  opened.push(api)
  const answer = await get(api, "/items")
  expect([answer.status, (await answer.json()).code]).toEqual([503, "PGRST001"])
  isAway = false
  expect((await get(api, "/items")).status).toBe(200)
})

test("if the database has not switched to the caller's role, nothing is returned or changed", async () => {
  const api = createDataApi({
    database: {
      listen: database.db.listen,
      reserve: async () => {
        const session = await database.db.reserve()
        // Simulates that PostgreSQL skipped the statement that sets the role.
        return {
          ...session,
          run: ([_context, ...rest]) =>
            session.run([{ text: "select 1", values: [], prepare: false }, ...rest]),
        }
      },
    },
    schemas: ["shop"],
  })
  opened.push(api)
  await database.db.query("create table if not exists shop.secrets as select 'swordfish' as word")
  for (const path of ["/secrets", "/items?id=eq.1"]) {
    const answer = await get(api, path)
    expect([path, answer.status]).toEqual([path, 503])
    expect(await answer.text()).not.toContain("swordfish")
  }
  for (const [method, path] of [
    ["POST", "/items"],
    ["PATCH", "/secrets?word=eq.swordfish"],
    ["DELETE", "/secrets?word=eq.swordfish"],
  ] as const) {
    const body = path === "/items" ? '{"id":99}' : '{"word":"taken"}'
    const headers = { "content-type": "application/json" }
    const request = new Request(`http://test/rest/v1${path}`, { method, body, headers })
    expect([method, (await api.fetch(request, anon)).status]).toEqual([method, 503])
  }
  expect(await database.db.query("select word from shop.secrets")).toEqual([{ word: "swordfish" }])
  expect(await database.db.query("select id from shop.items where id = 99")).toEqual([])
})

test("requests share a limited number of connections, and none waits forever", async () => {
  const api = open(1)
  const slow = get(api, "/rpc/wait?seconds=0.3")
  const answers = await Promise.all([1, 2, 3, 4].map(() => get(api, "/items?limit=1")))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await json(await slow)).toEqual([200, "done"])
})

test("a connection that is lost during a statement causes a single error", async () => {
  const api = open(1)
  const cut = get(api, "/rpc/wait?seconds=5")
  await expect
    .poll(() =>
      database.db.query(
        "select pid from pg_stat_activity where datname = current_database() and query like '%pgrst_scalar%' and pid <> pg_backend_pid() and state = 'active'",
      ),
    )
    .toHaveLength(1)
  await database.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%pgrst_scalar%' and pid <> pg_backend_pid() and state = 'active'",
  )
  expect((await cut).status).toBe(503)
  await expect.poll(async () => (await get(api, "/items?limit=1")).status).toBe(200)
})
