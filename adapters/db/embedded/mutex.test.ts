import { spawnSync } from "node:child_process"
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { withLockFile } from "./mutex.ts"

test("files of a process killed before it acquired the lock are removed by the next owner", async () => {
  const folder = await mkdtemp(join(tmpdir(), "b4m-mutex-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const dead = spawnSync(process.execPath, ["-e", ""]).pid
  await writeFile(join(folder, `lock.${dead}.abc`), "{}")
  await writeFile(join(folder, `lock.${process.pid}.of-the-living`), "{}")
  expect(await withLockFile(join(folder, "lock"), async () => 7)).toBe(7)
  expect(await readdir(folder)).toEqual([`lock.${process.pid}.of-the-living`])
})
