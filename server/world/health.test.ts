import { chmod, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { backupEmbedded } from "#adapters/db/embedded/backup.ts"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { readToday } from "#domain/operator/today.ts"
import { mailTroubles } from "#domain/operator/trouble-mails.ts"
import type { Machine } from "#ports/machine.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { ask, embeddedFolders } from "#test/support/embedded.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import type { Store } from "./files.ts"
import { readHealth, recordBackup } from "./health.ts"
import { readyChecks } from "./ready-checks.ts"

const { folder, existing } = embeddedFolders()

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

test("a failure of archiving is reported on Today and by one mail, and the site stays ready", async () => {
  const log = collectLog()
  const archive = join(folder(), "wal")
  const dataDir = await existing(join(folder(), "data"))
  const embedded = await startEmbedded({ dataDir, archiveTo: archive, log })
  const db = connectPostgres({ url: embedded.url, max: 2 })
  const health = () => readHealth({ db, ownsDatabase: true, stores: [] })
  const write =
    "create table if not exists marks (id int); insert into marks values (1); select pg_switch_wal()"
  const machine = { health, diskFreeBytes: async () => 5e9 } as unknown as Machine
  const world = { ...t.world, machine }
  const today = async () => (await readToday(world, "owner")).matters.map(({ says }) => says)
  try {
    await ask(embedded.url, write)
    await expect.poll(health).toEqual({ troubles: [], archiveLagSeconds: 0, drill: null })
    expect(await mailTroubles(world)).toBe(0)

    await chmod(archive, 0)
    await ask(embedded.url, write)
    await expect.poll(async () => (await health()).troubles, { timeout: 20_000 }).toHaveLength(1)
    expect((await health()).archiveLagSeconds).toBeGreaterThan(0)
    expect(await today()).toContainEqual(expect.stringMatching(/^log of the database is not archived/))
    expect((await readToday(world, "helper")).matters).toEqual([])
    const disk = readyChecks({ db, folders: { DATA_DIR: dataDir } }).find(({ name }) => name === "disk")
    expect(await disk?.reason()).toBeNull()

    expect(await mailTroubles(world)).toBe(1)
    expect(t.mails).toEqual([])
    expect(t.log.entries.filter(({ message }) => /is not archived/.test(message))).toHaveLength(1)
    for (let look = 0; look < 3; look++) {
      t.clock.advance(5 * 60_000)
      await mailTroubles(world)
    }
    expect(t.mails).toMatchObject([{ to: "operator@b4m.test", kind: "operator.trouble" }])
    expect(t.mails[0]?.text).toContain("log of the database is not archived")

    await chmod(archive, 0o700)
    const [next] = await ask<{ name: string }>(
      embedded.url,
      "select pg_walfile_name(pg_current_wal_lsn()) as name",
    )
    const foreign = join(archive, next?.name ?? "")
    await writeFile(foreign, "of another database")
    await backupEmbedded({ dataDir, file: join(folder(), "meanwhile.tar.gz"), log })
    await expect.poll(async () => (await health()).troubles, { timeout: 20_000 }).toHaveLength(1)

    await rm(foreign)
    await ask(embedded.url, write)
    await expect
      .poll(health, { timeout: 20_000 })
      .toEqual({ troubles: [], archiveLagSeconds: 0, drill: null })
    expect(await mailTroubles(world)).toBe(0)
    expect(await today()).toEqual([])
  } finally {
    await chmod(archive, 0o700)
    await db.end()
    await embedded.stop()
  }
})

test("a failed backup is listed until one succeeds", async () => {
  const { db } = t.world
  const stores: Store[] = [
    { name: "files", findProblem: async () => ({ kind: "answer", says: "it does not answer" }) },
  ]
  const read = async () =>
    (await readHealth({ db, ownsDatabase: true, stores })).troubles.map(({ says }) => says)
  const broken = recordBackup(db, { at: new Date(), place: "/backups" }, async () => {
    throw new Error("the disk is full")
  })
  await expect(broken).rejects.toThrow("the disk is full")
  const store = "store of members’ files fails: it does not answer"
  expect(await read()).toEqual(["backup failed: the disk is full", store])
  await recordBackup(db, { at: new Date(), place: "/backups" }, async () => {})
  expect(await read()).toEqual([store])
})
