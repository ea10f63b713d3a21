/**
 * Recovery from a lost machine as its owner sees it: the output of the commands, and a restore of all data with one of
 * them.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { list } from "tar"
import { afterEach, beforeEach, expect, test } from "vitest"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { readEnv } from "#server/process/env.ts"
import { openBackupBucket } from "#server/world/backup-bucket.ts"
import { archiveFolder } from "#server/world/backup-names.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { ask, embeddedFolders } from "#test/support/embedded.ts"
import { type RunningS3, startS3 } from "#test/support/s3.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"

const { folder, existing } = embeddedFolders()
const running: ServerProcess[] = []
let s3: RunningS3
beforeEach(async () => {
  s3 = await startS3(join(folder(), "s3"))
})
afterEach(async () => {
  await killAll(running)
  await s3.close()
})

const settings = () => ({
  DATA_DIR: join(folder(), "data"),
  BACKUP_S3_BUCKET: s3.options.bucket,
  BACKUP_S3_ENDPOINT: s3.options.endpoint,
  BACKUP_S3_ACCESS_KEY_ID: s3.options.credentials.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: s3.options.credentials.secretAccessKey,
})

/** Runs a command with the machine's settings: its exit code and output. */
async function run(command: string, args: string[] = [], more: Record<string, string> = {}) {
  const started = startProcess(`server/commands/${command}.ts`, { ...settings(), ...more }, args)
  running.push(started)
  return { code: await started.ended, said: started.output() }
}

test("the key is shown once, and with it one command restores an empty machine from the bucket", async () => {
  const dataDir = settings().DATA_DIR
  await mkdir(dataDir)
  await writeFile(join(dataDir, "secrets.json"), '{"kept":"secret"}')
  const shown = await run("backup", ["--new-key"])
  expect(shown).toMatchObject({
    code: 0,
    said: expect.stringMatching(/backups are lost: nobody can restore/),
  })
  const [key = ""] = /AGE-SECRET-KEY-1\w+/.exec(shown.said) ?? []
  const again = await run("backup", ["--new-key"])
  expect(again.code).toBe(1)
  expect(again.said).not.toContain("AGE-SECRET-KEY")

  const start = async () =>
    startEmbedded({
      dataDir: join(dataDir, "postgres"),
      archiveTo: archiveFolder(join(dataDir, "backups")),
      log: collectLog(),
    })
  await existing(join(dataDir, "postgres"))
  const before = await start()
  await ask(before.url, "create table marks as select 7 as id")
  expect(await run("backup")).toMatchObject({
    code: 0,
    said: expect.stringContaining("It was sent to the bucket files and removed here."),
  })
  await before.stop()
  const bucket = await openBackupBucket(readEnv(settings()))
  const [backup] = (await bucket?.list()) ?? []
  if (!bucket || !backup) throw new Error("There is no backup in the bucket.")
  const file = join(folder(), "fetched.tar.gz")
  await bucket.fetchBackup(backup, file)
  bucket.close()
  const names: string[] = []
  await list({ file, onReadEntry: ({ path }) => void names.push(path) })
  expect(names).toContain("secrets.json")
  expect(names.filter((name) => /key/.test(name))).toEqual([])

  await rm(dataDir, { recursive: true })
  expect(await run("restore", ["--latest"], { BACKUP_KEY: key })).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Restored the backup of .*\nA new backup of this state was written\.\n$/),
  })
  const after = await start()
  expect(await ask(after.url, "select id from marks")).toEqual([{ id: 7 }])
  await after.stop()
  expect(await readFile(join(dataDir, "secrets.json"), "utf8")).toBe('{"kept":"secret"}')
  expect(await readdir(dataDir)).toContain("backup-key.txt")
})
