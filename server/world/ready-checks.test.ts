import { mkdtemp, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { readyChecks } from "./ready-checks.ts"

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), "b4m-ready-"))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const reasons = async (db = database.db) =>
  Object.fromEntries(
    await Promise.all(
      readyChecks({ db, folders: { DATA_DIR: dataDir } }).map(async ({ name, reason }) => [
        name,
        await reason(),
      ]),
    ),
  )

test("the server is ready if rows and files can be written, even when checked many times at once", async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => reasons()))
  expect(all).toEqual(all.map(() => ({ database: null, migrations: null, disk: null })))
})

test("a read-only database is not ready", async () => {
  const name = new URL(database.url).pathname.slice(1)
  await database.db.query(`alter database ${name} set default_transaction_read_only = on`)
  const readOnly = connectPostgres({ url: database.url, max: 1 })
  expect(await reasons(readOnly)).toMatchObject({ database: "the database takes no writes (read only)" })
  await readOnly.end()
  await database.db.query("set default_transaction_read_only = off")
  await database.db.query(`alter database ${name} reset default_transaction_read_only`)
})

test.runIf(process.platform === "linux")("a full disk is not ready", async () => {
  await rm(join(dataDir, "ready.probe"), { force: true })
  await symlink("/dev/full", join(dataDir, "ready.probe"))
  expect(await reasons()).toMatchObject({
    disk: "DATA_DIR cannot be written (ENOSPC)",
    database: null,
  })
})
