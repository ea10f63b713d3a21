import { mkdir, readdir, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readEnv } from "#server/process/env.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { ask, embeddedFolders } from "#test/support/embedded.ts"
import { backupFile } from "./backup-names.ts"
import { backUpAndPrune, listBackups, sendAndPrune } from "./backups.ts"
import { drill } from "./drill.ts"

const { folder, start, existing } = embeddedFolders()

test("old backups are removed with the log that only they need; the newest is kept, however old", async () => {
  const dir = join(folder(), "kept")
  await mkdir(join(dir, "wal"), { recursive: true })
  await mkdir(join(dir, "wal-before-2026-11-01T00-00-00-000Z"))
  await mkdir(join(dir, "wal-before-2026-11-12T00-00-00-000Z"))
  const day = (n: number) => new Date(`2026-11-${String(n).padStart(2, "0")}T00:00:00Z`)
  for (const n of [1, 5, 9]) await writeFile(backupFile(dir, day(n)), "")
  await writeFile(join(dir, "notes.txt"), "")
  for (const n of [1, 4, 6]) {
    const file = join(dir, "wal", `00000001000000000000000${n}`)
    await writeFile(file, "")
    await utimes(file, day(n), day(n))
  }
  const pruned = (on: number, days: number) =>
    sendAndPrune(readEnv({ DATA_DIR: dir, BACKUP_KEEP_DAYS: String(days) }), { backupDir: dir, now: day(on) })
  expect(await pruned(12, 14)).toBe(0)
  expect(await pruned(12, 7)).toBe(1)
  expect((await listBackups(dir)).map(({ at }) => at)).toEqual([day(5), day(9)])
  expect(await readdir(join(dir, "wal"))).toEqual(["000000010000000000000006"])
  expect(await pruned(30, 7)).toBe(1)
  expect((await readdir(dir)).sort()).toEqual([
    "b4m-2026-11-09T00-00-00Z.tar.gz",
    "notes.txt",
    "wal",
    "wal-before-2026-11-12T00-00-00-000Z",
  ])
})

test("the scheduled backup can be restored, which a drill verifies without changing anything", async () => {
  const log = collectLog()
  const data = join(folder(), "data")
  await mkdir(data)
  const embedded = await start(await existing(join(data, "postgres")))
  await ask(embedded.url, "create table marks as select generate_series(1, 500) as id")
  const backupDir = join(folder(), "backups", "deep")
  const env = readEnv({ DATA_DIR: data, BACKUP_DIR: backupDir })
  const now = new Date("2026-11-22T00:00:00Z")
  await backUpAndPrune(env, { now, log })
  await backUpAndPrune(env, { now, log })
  const [kept, ...more] = await listBackups(backupDir)
  expect(more).toEqual([])
  expect(await drill(env, { log })).toMatchObject({ tables: 1, rows: 500 })
  expect(await ask(embedded.url, "select count(*)::int as n from marks")).toEqual([{ n: 500 }])
  await writeFile(kept?.file ?? "", "damaged")
  await expect(drill(env, { log })).rejects.toThrow(/cannot be restored/)
})
