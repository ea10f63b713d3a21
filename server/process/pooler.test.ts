/** The running site behind PgBouncer in transaction mode, as offered by hosted databases. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { findPgbouncer, type Pooler, startPgbouncer } from "#test/support/pgbouncer.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"

let database: TestDatabase
let folder: string
let pooler: Pooler | undefined
const running: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-pooler-"))
  const program = await findPgbouncer()
  if (program) pooler = await startPgbouncer(program, database.url)
  else process.stderr.write("PgBouncer is not to be had: the site was NOT tried behind a pooler.\n")
})
afterEach(() => killAll(running))
afterAll(async () => {
  await pooler?.stop()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const key = `sb_publishable_${"a".repeat(31)}`

function start(env: Record<string, string>): ServerProcess {
  const server = startProcess("server/main.ts", {
    PORT: "0",
    DATA_DIR: join(folder, "data"),
    SUPABASE_PUBLISHABLE_KEY: key,
    AUTH_LIMITS: "off",
    ...env,
  })
  running.push(server)
  return server
}

test("without a direct connection string, the start is refused with one sentence", async () => {
  if (!pooler) return
  const server = start({ DATABASE_URL: pooler.url })
  expect(await server.ended).toBe(78)
  expect(server.stderr()).toMatch(
    /^DATABASE_URL leads to a pooler in transaction mode,[^\n]*DATABASE_DIRECT_URL[^\n]*\n$/,
  )
})

test("a direct connection string to another database is refused with one sentence", async () => {
  const elsewhere = await createTestDatabase({ migrated: false })
  const server = start({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: elsewhere.url })
  expect(await server.ended).toBe(78)
  expect(server.stderr()).toMatch(/^DATABASE_DIRECT_URL must lead to the database of DATABASE_URL[^\n]*\n$/)
  await elsewhere.drop()
})

test("every acknowledged sign-up exists", async () => {
  if (!pooler) return
  const server = start({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url })
  const url = await server.url
  // On a busy machine, password hashing waits so long for a CPU that a request is refused with Retry-After.
  const untilAnswered = async (path: string, init: RequestInit): Promise<number> => {
    const { status, headers } = await fetch(`${url}${path}`, init)
    if (status !== 503) return status
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
    return untilAnswered(path, init)
  }
  const signUp = (n: number) =>
    untilAnswered("/auth/v1/signup", {
      method: "POST",
      headers: { apikey: key, "content-type": "application/json" },
      body: JSON.stringify({ email: `runner${n}@b4m.test`, password: `a-long-passphrase-of-${n}` }),
    })
  const read = () => untilAnswered("/rest/v1/boards?select=id", { headers: { apikey: key } })
  // More concurrent requests than the pooler has connections. Only a few are sign-ups with a password, because hashing
  // yields to all other work on the machine.
  const statuses = await Promise.all([
    ...Array.from({ length: 4 }, (_, n) => signUp(n)),
    ...Array.from({ length: 20 }, read),
  ])
  expect(statuses).toEqual(statuses.map(() => 200))
  const [found] = await database.db.query("select count(*)::int as n from auth.users")
  expect(found).toEqual({ n: 4 })
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  expect(server.output()).toContain("A pooler in transaction mode is in front of the database")
  expect(server.output()).not.toMatch(/"status":500/)
  server.kill("SIGTERM")
  expect([await server.ended, server.stderr()]).toEqual([0, ""])
})
