import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { createDataApi, type DataApi } from "./data.ts"

let database: TestDatabase
const log = collectLog()
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
beforeEach(() => void log.entries.splice(0))

async function open(pool = 2): Promise<DataApi> {
  const api = await createDataApi({ databaseUrl: database.url, pool, schemas: ["shop"], log })
  opened.push(api)
  return api
}

const anon = { claims: { role: "anon" } }
const get = (api: DataApi, path: string) =>
  api.fetch(new Request(`http://test/rest/v1${path}`, { headers: { "accept-profile": "shop" } }), anon)
const json = async (answer: Response) => [answer.status, await answer.json()]

test("the very first requests may come all at once", async () => {
  const api = await open(4)
  const answers = await Promise.all(
    Array.from({ length: 24 }, () => get(api, "/items?select=name").then(json)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set(['[200,[{"name":"Cap"}]]']),
  )
})

test("lite's replacement of process.emitWarning is undone", async () => {
  const { emitWarning } = process
  await open()
  expect(process.emitWarning).toBe(emitWarning)
})

test("tables that a migration changes are noticed, also by connections that have read them before", async () => {
  const api = await open(2)
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
  const away = await createDataApi({
    databaseUrl: "postgres://nobody@127.0.0.1:9/none",
    schemas: ["shop"],
    log,
  })
  const answer = await get(away, "/items")
  expect([answer.status, (await answer.json()).code]).toEqual([503, "PGRST001"])
  await away.close()
})

test("closing waits for what runs", async () => {
  const api = await createDataApi({ databaseUrl: database.url, pool: 1, schemas: ["shop"], log })
  const running = get(api, "/rpc/wait?seconds=0.4")
  await get(api, "/items?limit=0").catch(() => {})
  const slow = get(api, "/rpc/wait?seconds=0.3")
  await new Promise((resolve) => setTimeout(resolve, 100))
  await api.close()
  expect(await json(await running)).toEqual([200, "done"])
  expect(await json(await slow)).toEqual([200, "done"])
})

test("a connection that is cut during a statement is an error once, not for ever", async () => {
  const api = await open(1)
  const cut = get(api, "/rpc/wait?seconds=5")
  await expect
    .poll(() =>
      database.db.query(
        "select pid from pg_stat_activity where query like '%wait%' and application_name like 'b4m data api %' and state = 'active'",
      ),
    )
    .toHaveLength(1)
  await database.db.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%wait%' and application_name like 'b4m data api %' and state = 'active'",
  )
  expect((await cut).status).toBe(503)
  await expect.poll(async () => (await get(api, "/items?limit=1")).status).toBe(200)
})

test("nothing of the errors was printed", () => {
  expect(log.entries).toEqual([])
})
