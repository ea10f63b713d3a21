import { once } from "node:events"
import { connect } from "node:net"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { Batches } from "./batch-socket.ts"
import type { ReservedConnection } from "./reserve.ts"

let database: TestDatabase
let connection: ReservedConnection

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false, max: 2 })
  await database.db.query(`create table notes (id integer primary key, body text,
    parent integer references notes deferrable initially deferred)`)
  connection = await database.db.reserve()
})
afterAll(async () => {
  connection.release()
  await database.drop()
})

const one = (text: string, values: (string | null)[] = [], prepare = false) => ({ text, values, prepare })
const stored = async () => (await database.db.query("select id from notes order by id")).map(({ id }) => id)

test("each statement has its rows, whatever is in them", async () => {
  const long = "ä🏃\n".repeat(300_000)
  const statements = [
    one("select $1::text, null, '', $2::text", [long, null]),
    one("select where false"),
    one(""),
    one("select n from generate_series(1, 3) n"),
  ]
  expect(await connection.run(statements)).toEqual([[[long, null, "", null]], [], [], [["1"], ["2"], ["3"]]])
})

test("after an error nothing else is run, and nothing of the batch is kept", async () => {
  const insert = (id: number) => one("insert into notes values ($1)", [String(id)], true)
  const wrong = [
    one("select 1 / 0"),
    one("select set_config('role', 'nobody there', true)"),
    one("selct", [], true),
  ]
  for (const statement of wrong) {
    await expect(connection.run([insert(1), statement, insert(2)])).rejects.toMatchObject({
      code: expect.stringMatching(/^(22012|22023|42601)$/),
      query: expect.stringMatching(/^-- b4m batch/),
    })
    expect(await stored()).toEqual([])
  }
  // What is decided at the end of the transaction counts as well.
  const orphan = one("insert into notes values (3, '', 99)")
  await expect(connection.run([insert(1), orphan])).rejects.toMatchObject({ code: "23503" })
  expect(await stored()).toEqual([])
  expect(await connection.run([insert(1), insert(2)])).toEqual([[], []])
  expect(await stored()).toEqual([1, 2])
})

test("a transaction that is open stays open, and is rolled back as it was opened", async () => {
  await connection.run([one("begin", [], true), one("delete from notes")])
  expect(await connection.run([one("select count(*) from notes")])).toEqual([[["0"]]])
  await connection.run([one("rollback", [], true)])
  expect(await stored()).toEqual([1, 2])
})

test("a statement is remembered once PostgreSQL has read it, also when it fails", async () => {
  const divide = (by: string) => one("select 6 / $1::integer", [by], true)
  await expect(connection.run([divide("0")])).rejects.toMatchObject({ code: "22012" })
  expect(await connection.run([divide("3"), divide("2")])).toEqual([[["2"]], [["3"]]])
  const missing = one("select * from later", [], true)
  await expect(connection.run([missing])).rejects.toMatchObject({ code: "42P01" })
  await database.db.query("create table later as select 7 as n")
  expect(await connection.run([missing])).toEqual([[["7"]]])
  const remembered =
    "select count(*) from pg_prepared_statements where statement like '%6 /%' or statement like '%later'"
  expect(await connection.run([one(remembered)])).toEqual([[["2"]]])
})

test("notices and the driver's own statements pass", async () => {
  const notice = one("do $$ begin raise notice 'half time'; end $$")
  expect(await connection.run([notice, one("select 1")])).toEqual([[], [["1"]]])
  expect(await database.db.query("select '-- b4m batch 1' as text")).toEqual([{ text: "-- b4m batch 1" }])
})

test("postgres.js takes finished sockets and writes a text without values as one simple query", async () => {
  const written: string[] = []
  const asked: string[] = []
  const target = { host: ["db.test"], port: [5433], path: false }
  const sql = postgres("postgres://ana@db.test:5433/b4m", {
    max: 1,
    socket: async (options: typeof target) => {
      asked.push(JSON.stringify({ host: options.host, port: options.port, path: options.path }))
      const { hostname, port } = new URL(database.url)
      const socket = connect(Number(port), hostname)
      await once(socket, "connect")
      const write = socket.write.bind(socket) as (bytes: Buffer, ...rest: never[]) => boolean
      socket.write = ((bytes: Buffer, ...rest: never[]) => {
        written.push(bytes.toString("latin1"))
        return write(bytes, ...rest)
      }) as typeof socket.write
      return socket
    },
    ...credentials(database.url),
  } as postgres.Options<Record<string, never>>)
  try {
    await sql.unsafe("-- b4m batch 7")
    const changed = "this version of postgres.js does what batch-socket.ts relies on in another way"
    expect(asked, changed).toEqual([JSON.stringify(target)])
    expect(written, changed).toContain("Q\0\0\0\x13-- b4m batch 7\0")
  } finally {
    await sql.end()
  }
})

/** Only where the connection leads is the socket's affair. */
function credentials(url: string) {
  const { username, password, pathname } = new URL(url)
  return {
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: pathname.slice(1),
  }
}

test("a batch that the driver did not send is never taken for one that was run", async () => {
  await expect(new Batches().run([one("select 1")], async () => [])).rejects.toThrow("was not sent")
})
