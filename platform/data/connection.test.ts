import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { DataConnection } from "./connection.ts"

let database: TestDatabase
let connection: DataConnection
const claims = { role: "anon" }

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query(`
    create schema shop; grant usage on schema shop to anon;
    create table shop.items (id integer primary key); grant select on shop.items to anon;
    insert into shop.items values (1)`)
  connection = new DataConnection({ url: database.url, max: 1, schemas: ["shop"], log: collectLog() })
  connection.remember({
    claims,
    method: "GET",
    path: "/items",
    schema: "shop",
    headers: {},
    prefer: "",
    countedInFull: false,
    rollback: false,
  })
})
afterAll(async () => {
  await connection.driver.end()
  await database.drop()
})

// biome-ignore lint/suspicious/noExplicitAny: nothing describes the tables
type Db = any
const run = (statement: (db: Db) => Promise<unknown>) =>
  connection.withContext({ auth: { uid: null, role: "anon", jwt: claims } } as never, statement as never)

test("statements reach the relations of the request's schema and no others, whoever wrote them", async () => {
  expect(await run((db) => db.withSchema("shop").selectFrom("items").selectAll().execute())).toEqual([
    { id: 1 },
  ])
  const refused = expect.objectContaining({ code: "PGRST200" })
  await expect(run((db) => db.selectFrom("pg_class").select("relname").execute())).rejects.toEqual(refused)
  await expect(
    run((db) => sql`select count(*) from ${sql.table("pg_catalog.pg_class")}`.execute(db)),
  ).rejects.toEqual(refused)
})
