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

test("the very first requests may come all at once", async () => {
  const api = open(4)
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => get(api, "/items?select=name").then(json)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['[200,[{"name":"Cap"}]]']),
  )
})

test("tables that a migration changes are noticed, also by connections that have read them before", async () => {
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

test("a catalog that cannot be read is not remembered", async () => {
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

test("under another role than the caller's nothing is handed out and nothing is changed", async () => {
  const api = createDataApi({
    database: {
      listen: database.db.listen,
      reserve: async () => {
        const session = await database.db.reserve()
        // As if PostgreSQL had passed over the statement that sets the role.
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

test("requests take turns at so many connections, and none waits for ever", async () => {
  const api = open(1)
  const slow = get(api, "/rpc/wait?seconds=0.3")
  const answers = await Promise.all([1, 2, 3, 4].map(() => get(api, "/items?limit=1")))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await json(await slow)).toEqual([200, "done"])
})

test("a connection that is cut during a statement is an error once, not for ever", async () => {
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
