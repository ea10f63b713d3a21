import { connect, createServer, type Server, type Socket } from "node:net"
import postgres from "postgres"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { connectPostgres } from "./postgres.ts"
import { SocketEnds } from "./socket-ends.ts"

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
})
afterAll(() => database.drop())

/** A pool of one connection, and the socket that it has at the moment. */
function openPool() {
  const ends = new SocketEnds()
  const { hostname, port } = new URL(database.url)
  let socket: Socket | undefined
  const sql = postgres(database.url, {
    max: 1,
    socket: () => {
      socket = ends.hold(connect(Number(port), hostname))
      return new Promise((resolve) => socket?.once("connect", () => resolve(socket)))
    },
  } as postgres.Options<Record<string, never>>)
  ends.watch(sql)
  return { sql, socket: () => socket as Socket }
}
/** The driver takes a statement a moment after it is asked for. */
const taken = async () => {
  for (let n = 0; n < 5; n++) await Promise.resolve()
}
const isUsable = async (sql: postgres.Sql) => {
  const tried = async () => (await sql`select 1 as one`.catch(() => [])).length
  await expect.poll(tried).toBe(1)
}

test.each([
  ["statement", (sql: postgres.Sql) => sql`select 1`],
  ["statement with values", (sql: postgres.Sql) => sql`select ${1}::int`],
  ["statement of a kilobyte", (sql: postgres.Sql) => sql`select ${"x".repeat(2_000)}::text`],
])("a connection that ends before a %s was sent refuses it, and is opened again", async (_, run) => {
  const { sql, socket } = openPool()
  for (const failure of [undefined, new Error("reset")]) {
    await isUsable(sql)
    const said = run(sql).catch((error: Error) => error)
    await taken()
    socket().destroy(failure)
    expect(await said).toBeInstanceOf(Error)
  }
  await isUsable(sql)
  await sql.end()
})

test.each(["before", "after"])(
  "a statement that comes %s the end of a socket is known is refused",
  async (when) => {
    const { sql, socket } = openPool()
    await isUsable(sql)
    socket().destroy(when === "before" ? new Error("reset") : undefined)
    // Node itself tells of it at the end of the turn.
    if (when === "after") socket().emit("close", false)
    const said = [sql`select 1`, sql`select 2`].map((one) => one.catch((error: Error) => error))
    await taken()
    expect(await said[0]).toBeInstanceOf(Error)
    // This one went to the socket that had ended, or to the next.
    await said[1]
    await isUsable(sql)
    await sql.end()
  },
)

test("a connection that was opened to be reserved ends like any other", async () => {
  const { sql, socket } = openPool()
  for (const failure of [undefined, new Error("reset")]) {
    await isUsable(sql)
    const used = socket()
    used.destroy()
    // The driver knows of it two turns later.
    for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve))
    const reserved = await sql.reserve()
    expect(socket()).not.toBe(used)
    const said = reserved`select 1`.catch((error: Error) => error)
    await taken()
    socket().destroy(failure)
    expect(await said).toBeInstanceOf(Error)
  }
  await isUsable(sql)
  await sql.end()
})

test("an error shows neither its statement nor its values when it is printed", async () => {
  const { sql } = openPool()
  const refused = await sql`select ${"a secret"}::int`.catch((error: Error) => error)
  expect(refused).toBeInstanceOf(Error)
  expect(Object.keys(refused)).not.toContain("parameters")
  const nested = await sql.begin((tx) => tx`select ${"a secret"}::int`).catch((error: Error) => error)
  expect(Object.keys(nested)).not.toContain("parameters")
  await sql.end()
})

test("a pool that found nobody connects as soon as somebody is there", async () => {
  const { hostname, port } = new URL(database.url)
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far).pipe(near)
    for (const one of [near, far]) one.on("error", () => near.destroy())
  })
  const listening = (at: number) =>
    new Promise<number>((resolve) =>
      server.listen(at, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
    )
  const own = await listening(0)
  await new Promise((resolve) => server.close(resolve))
  const url = new URL(database.url)
  url.host = `127.0.0.1:${own}`
  const db = connectPostgres({ url: url.href, max: 1 })
  await expect(db.query("select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" })
  await listening(own)
  expect(await db.query("select 1 as one")).toEqual([{ one: 1 }])
  await db.end()
  server.close()
})
