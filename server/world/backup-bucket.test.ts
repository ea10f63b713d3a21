import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { readToday } from "#domain/operator/today.ts"
import type { Machine } from "#ports/machine.ts"
import { type Env, readEnv } from "#server/process/env.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { ask, embeddedFolders } from "#test/support/embedded.ts"
import { type RunningS3, startS3 } from "#test/support/s3.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { openBackupBucket } from "./backup-bucket.ts"
import { makeBackupKey, readBackupKey } from "./backup-key.ts"
import { archiveFolder, backupFolder } from "./backup-names.ts"
import { backUpAndPrune } from "./backups.ts"
import { drillSite } from "./drill.ts"
import { readHealth, recordDrill } from "./health.ts"
import { waitUntilKept } from "./log-sender.ts"
import { restoreSite } from "./restores.ts"

const { folder, existing } = embeddedFolders()
const log = collectLog()
const secret = "nobody-else-reads-this"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

let s3: RunningS3
beforeEach(async () => {
  s3 = await startS3(join(folder(), "s3"))
})
afterEach(() => s3.close())

/** The settings of one machine. */
async function machine(name: string, more: Record<string, string> = {}): Promise<Env> {
  const { bucket, endpoint, credentials } = s3.options
  const env = readEnv({
    DATA_DIR: join(folder(), name),
    BACKUP_S3_BUCKET: bucket,
    BACKUP_S3_ENDPOINT: endpoint,
    BACKUP_S3_ACCESS_KEY_ID: credentials.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...more,
  })
  await mkdir(env.DATA_DIR, { recursive: true })
  return env
}

const archiveOf = (env: Env) => archiveFolder(backupFolder(env) ?? "")

const startOn = (env: Env) =>
  startEmbedded({ dataDir: join(env.DATA_DIR, "postgres"), archiveTo: archiveOf(env), log })

/** Adds a row and waits until its log is in the bucket. */
async function add(env: Env, url: string, id: number): Promise<void> {
  await ask(url, `insert into marks values (${id}, '${secret}')`)
  const [segment] = await ask<{ name: string }>(url, "select pg_walfile_name(pg_switch_wal()) as name")
  await waitUntilKept(env, archiveOf(env), segment?.name ?? "")
}

async function rowsOn(env: Env): Promise<number[]> {
  const embedded = await startOn(env)
  const rows = await ask<{ id: number }>(embedded.url, "select id from marks order by id")
  await embedded.stop()
  return rows.map(({ id }) => id)
}

/** Everything in the bucket, as the store sees it. */
async function stored(): Promise<Buffer> {
  const root = join(folder(), "s3")
  const names = await readdir(root, { recursive: true, withFileTypes: true })
  const files = names.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name)))
  return Buffer.concat(await Promise.all(files))
}

test("a lost machine is restored from the bucket with its key, which others cannot read", async () => {
  const env = await machine("first")
  const key = await makeBackupKey(env)
  await existing(join(env.DATA_DIR, "postgres"))
  const embedded = await startOn(env)
  await ask(
    embedded.url,
    `create table marks (id int, said text);
     create schema private; create table private.settings (name text primary key, value text)`,
  )
  await add(env, embedded.url, 1)
  await backUpAndPrune(env, { now: new Date(), log })
  await add(env, embedded.url, 2)
  // After uploading, only timeline histories remain here.
  expect((await readdir(archiveOf(env))).filter((name) => /^[0-9A-F]{24}$/.test(name))).toEqual([])
  expect((await readdir(backupFolder(env) ?? "")).filter((name) => name.endsWith(".gz"))).toEqual([])

  await embedded.stop()
  const bytes = await stored()
  expect(bytes.includes(secret)).toBe(false)
  expect(bytes.includes(key)).toBe(false)
  expect(bytes.includes("age-encryption.org")).toBe(true)
  await rm(env.DATA_DIR, { recursive: true })

  const latest = { file: undefined, until: "latest", log } as const
  await expect(restoreSite(await machine("without"), latest)).rejects.toThrow(/needs a key/)
  const other = await makeBackupKey(await machine("other"))
  await expect(restoreSite(await machine("wrong", { BACKUP_KEY: other }), latest)).rejects.toThrow(
    /another BACKUP_KEY/,
  )

  const mistyped = key.replace(/.$/, (last) => (last === "Q" ? "P" : "Q"))
  await expect(restoreSite(await machine("typo", { BACKUP_KEY: mistyped }), latest)).rejects.toThrow(
    /mistyped/,
  )

  const second = await machine("second", { BACKUP_KEY: key })
  expect(await restoreSite(second, latest)).toMatchObject({ notBackedUp: null, movedTo: null })
  expect(await rowsOn(second)).toEqual([1, 2])
  // The next start finds the key without the setting.
  expect(await readBackupKey(await machine("second"))).toBe(key)
})

test("unsent backups are sent with the next one, and a restore without access to the bucket reports it", async () => {
  const env = await machine("away")
  await makeBackupKey(env)
  await existing(join(env.DATA_DIR, "postgres"))
  const embedded = await startOn(env)
  await ask(embedded.url, "create table marks as select 1 as id")
  const away = { ...env, BACKUP_S3_ENDPOINT: "http://127.0.0.1:1" }
  const waiting = async () =>
    (await readdir(backupFolder(env) ?? "")).filter((name) => name.endsWith(".tar.gz"))
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 0, minute))
  await expect(backUpAndPrune(away, { now: at(1), log })).rejects.toThrow()
  expect(await waiting()).toHaveLength(1)
  const [file = ""] = await waiting()
  const kept = join(folder(), file)
  await copyFile(join(backupFolder(env) ?? "", file), kept)
  await backUpAndPrune(env, { now: at(2), log })
  expect(await waiting()).toEqual([])
  const bucket = await openBackupBucket(env)
  expect((await bucket?.list())?.map((one) => one.at)).toEqual([at(1), at(2)])
  bucket?.close()
  await embedded.stop()

  const restored = await restoreSite(away, { file: kept, until: undefined, log })
  expect(restored).toMatchObject({ notBackedUp: expect.any(String), movedTo: expect.any(String) })
  expect(await rowsOn(env)).toEqual([1])
})

test("a drill whose backup cannot be restored is reported; a later successful drill replaces it", async () => {
  const env = await machine("drilled")
  await makeBackupKey(env)
  await existing(join(env.DATA_DIR, "postgres"))
  const embedded = await startOn(env)
  const db = connectPostgres({ url: embedded.url, max: 2 })
  try {
    await ask(
      embedded.url,
      "create schema private; create table private.settings (name text primary key, value text)",
    )
    const health = () => readHealth({ db, ownsDatabase: true, stores: [] })
    const run = () =>
      recordDrill(
        db,
        () => new Date(),
        () => drillSite(env, { db, log }),
      )
    await run()
    expect((await health()).troubles).toMatchObject([
      { name: "drill", says: "drill of the backups failed: There is no backup in the bucket files." },
    ])
    await backUpAndPrune(env, { now: new Date(), log })
    await run()
    expect(await health()).toMatchObject({
      troubles: [],
      drill: { says: expect.stringMatching(/restored beside the site: 1 table with \d+ rows?$/) },
    })
    const world = { ...t.world, machine: { health, diskFreeBytes: async () => 5e9 } as unknown as Machine }
    expect((await readToday(world, "owner")).drill?.what).toMatch(/restored beside the site/)
    expect((await readToday(world, "helper")).drill).toBeNull()
    // A backup that no longer exists is a failure again.
    const bucket = await openBackupBucket(env)
    const [backup] = (await bucket?.list()) ?? []
    bucket?.close()
    await rm(join(folder(), "s3", "files", "backups", backup?.archive ?? "-"), { recursive: true })
    await run()
    expect((await health()).troubles).toHaveLength(1)
    const left = await readdir(embedded.dataDir)
    expect(left.filter((name) => name.startsWith("scratch"))).toEqual([])
  } finally {
    await db.end()
    await embedded.stop()
  }
})
