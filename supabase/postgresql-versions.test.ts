/** The migrations on the oldest and the newest PostgreSQL that the product runs on. */
import { join } from "node:path"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { migrate } from "#adapters/db/migrate.ts"
import { readMigrations } from "#adapters/db/migration-files.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { readCatalog } from "#test/support/catalog.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase } from "#test/support/database.ts"
import { findPostgresql15, startPostgresql15, type TestServer } from "#test/support/postgresql-15.ts"

// The first run on a machine may have to download PostgreSQL 15.
vi.setConfig({ hookTimeout: 300_000 })

let postgresql15: TestServer | undefined

beforeAll(async () => {
  const found = await findPostgresql15()
  if (found) postgresql15 = await startPostgresql15(found)
})

afterAll(() => postgresql15?.stop())

/**
 * Applies every file to an empty database. Returns the major version, the files, and the names of the objects that they
 * created.
 */
async function applyAll(url: string): Promise<{ version: number; files: string[]; objects: string[] }> {
  const files = await migrate({ url, platform: true, log: collectLog() })
  const db = connectPostgres({ url, max: 1 })
  const [server] = await db.query("select current_setting('server_version_num')::int / 10000 as version")
  // Since PostgreSQL 18, a NOT NULL column has a named constraint.
  const objects = Object.entries(await readCatalog(db))
    .filter(([object, definition]) => !(object.startsWith("constraint") && definition.startsWith("NOT NULL")))
    .map(([object]) => object)
  await db.end()
  return { version: Number(server?.version), files, objects: objects.sort() }
}

test("every file applies on PostgreSQL 18 and 15, and makes the same objects", async () => {
  const folders = ["platform/migrations", "supabase/migrations"].map((one) =>
    join(import.meta.dirname, "..", one),
  )
  const all = (await Promise.all(folders.map(readMigrations))).flat()
  const names = all.map(({ version, name }) => `${version}_${name}`)

  const database = await createTestDatabase({ migrated: false })
  const on18 = await applyAll(database.url)
  await database.drop()
  expect(on18).toMatchObject({ version: 18, files: names })
  expect(on18.objects.length).toBeGreaterThan(1000)

  if (!postgresql15) {
    process.stderr.write(
      "PostgreSQL 15 is neither on this machine nor to be had from npm: the migrations were tried on 18 ONLY.\n",
    )
    return
  }
  expect(await applyAll(postgresql15.url)).toEqual({ ...on18, version: 15 })
})
