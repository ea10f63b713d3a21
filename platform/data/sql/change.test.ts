/** A change changes nothing under another role than its caller's, even if setting the role had failed. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { planted, sampleRelation } from "#test/support/data-api.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { type Change, changeSql } from "./change.ts"
import { Statement } from "./statement.ts"

let database: TestDatabase
const before = [{ id: 1, name: "Harriers" }]

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false, max: 1 })
  await database.db.query(`create schema arena; create table arena.clubs (id integer primary key, name text);
    insert into arena.clubs values (1, 'Harriers')`)
})
afterAll(() => database.drop())

const columns = ["id", "name"].map(
  (name) => sampleRelation("clubs").columns.get(name) ?? expect.fail(`${name} is no column`),
)
const insert = {
  kind: "insert",
  json: '{"id":2,"name":"New"}',
  columns,
  defaults: false,
  conflict: null,
} as const
const merge = { on: ["id"], resolution: "merge" } as const
const put = { ...merge, key: new Map([["id", "1"]]) }
const replaced = '{"id":1,"name":"New"}'

test.each<[string, string, Change]>([
  ["an insert", "clubs", insert],
  ["an upsert", "clubs", { ...insert, json: replaced, conflict: merge }],
  ["a PUT", "clubs", { ...insert, json: replaced, conflict: put }],
  ["an update", "clubs?id=eq.1", { kind: "update", json: '{"name":"New"}', columns: columns.slice(1) }],
  ["a deletion", "clubs", { kind: "delete" }],
])("%s", async (_, address, change) => {
  const run = async (role: string) => {
    const statement = new Statement()
    const text = changeSql(change, planted(address), statement, { returning: "id", role })
    return await database.db.query(text, statement.values)
  }
  const rows = () => database.db.query("select * from arena.clubs order by id")
  expect([await run("anon"), await rows()]).toEqual([[], before])
  // The same change under its own role.
  const [owner] = await database.db.sql<{ name: string }>`select current_user::text as name`
  await database.db.query("begin")
  try {
    expect(await run(owner?.name ?? "")).toHaveLength(1)
    expect(await rows()).not.toEqual(before)
  } finally {
    await database.db.query("rollback")
  }
})
