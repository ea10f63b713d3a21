import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"

let database: TestDatabase
let connection: Awaited<ReturnType<TestDatabase["db"]["reserve"]>>

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false, max: 2 })
  await database.db.query(`create table notes (id integer primary key, body text,
    parent integer references notes deferrable initially deferred)`)
})
beforeEach(async () => {
  connection = await database.db.reserve()
})
afterEach(async () => {
  connection.release()
  await database.db.query("truncate notes")
})
afterAll(() => database.drop())

const one = (text: string, values: (string | null)[] = [], prepare = false) => ({ text, values, prepare })
const insert = (id: number) => one("insert into notes values ($1)", [String(id)], true)
const stored = async () => (await database.db.query("select id from notes order by id")).map(({ id }) => id)

test("each statement of a batch returns its own rows, whatever they contain", async () => {
  const long = "ä🏃\n".repeat(300_000)
  const statements = [
    one("select $1::text, null, '', $2::text", [long, null]),
    one("select where false"),
    one(""),
    one("select n from generate_series(1, 3) n"),
  ]
  expect(await connection.run(statements)).toEqual([[[long, null, "", null]], [], [], [["1"], ["2"], ["3"]]])
})

test.each([
  ["an error while running", one("select 1 / 0"), "22012"],
  ["a role that does not exist", one("select set_config('role', 'nobody there', true)"), "22023"],
  ["a syntax error in a statement that would be prepared", one("selct", [], true), "42601"],
  ["a deferred constraint", one("insert into notes values (3, '', 99)"), "23503"],
])("after %s the whole batch is rolled back, and the connection stays usable", async (_, wrong, code) => {
  await expect(connection.run([insert(1), wrong, insert(2)])).rejects.toMatchObject({ code })
  expect(await stored()).toEqual([])
  expect(await connection.run([insert(1), insert(2)])).toEqual([[], []])
  expect(await stored()).toEqual([1, 2])
  await expect(connection.run([wrong])).rejects.toMatchObject({ code })
  expect(await connection.run([one("select 1")])).toEqual([[["1"]]])
})

test("an open transaction stays open during a batch, and can be rolled back as a whole", async () => {
  await connection.run([insert(1)])
  await connection.run([one("begin", [], true), one("delete from notes")])
  expect(await connection.run([one("select count(*) from notes")])).toEqual([[["0"]]])
  await connection.run([one("rollback", [], true)])
  expect(await stored()).toEqual([1])
})

test("a statement is prepared once, and prepared again after an error", async () => {
  const divide = (by: string) => one("select 6 / $1::integer", [by], true)
  await expect(connection.run([divide("0")])).rejects.toMatchObject({ code: "22012" })
  expect(await connection.run([divide("3"), divide("2")])).toEqual([[["2"]], [["3"]]])
  expect(await connection.run([divide("1")])).toEqual([[["6"]]])
  const missing = one("select * from later", [], true)
  await expect(connection.run([missing])).rejects.toMatchObject({ code: "42P01" })
  await database.db.query("create table later as select 7 as n")
  expect(await connection.run([missing])).toEqual([[["7"]]])
  const prepared =
    "select count(*) from pg_prepared_statements where statement like '%6 /%' or statement like '%later'"
  expect(await connection.run([one(prepared)])).toEqual([[["2"]]])
})

test("a prepared statement whose table has changed fails once, then reads the new table", async () => {
  await database.db.query("create table shapes as select 1 as a")
  const all = one("select * from shapes", [], true)
  expect(await connection.run([all])).toEqual([[["1"]]])
  await database.db.query("alter table shapes add b integer default 2")
  await expect(connection.run([all])).rejects.toMatchObject({ code: "0A000" })
  connection.release()
  connection = await database.db.reserve()
  expect(await connection.run([all])).toEqual([[["1", "2"]]])
})

test("notices do not disturb a batch, and values are never interpreted as SQL", async () => {
  const notice = one("do $$ begin raise notice 'half time'; end $$")
  expect(await connection.run([notice, one("select 1")])).toEqual([[], [["1"]]])
  const hostile = "'; drop table notes; --"
  expect(await connection.run([one("select $1::text", [hostile], true)])).toEqual([[[hostile]]])
  expect(await stored()).toEqual([])
})
