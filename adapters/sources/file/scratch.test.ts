/** Which temporary folders are deleted: only those of processes that no longer exist. */
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { removeAbandoned, removeFolder, scratchPrefix } from "./scratch.ts"

let folder = ""
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scratch-"))
  vi.stubEnv("TMPDIR", folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

test("folders of processes that no longer exist are deleted with their content", async () => {
  vi.spyOn(process, "kill").mockImplementation((pid) => {
    if (pid === 10) return true
    throw Object.assign(new Error("no"), { code: pid === 20 ? "EPERM" : "ESRCH" })
  })
  const kept = ["", "10-a", "20-b"].map((rest) => scratchPrefix + rest)
  const others = ["30-a", "b4m-30-c", `x${scratchPrefix}30-d`]
  for (const name of [...kept, ...others, `${scratchPrefix}30-e`, `${scratchPrefix}30-f`])
    await mkdir(join(folder, name, "inside"), { recursive: true })
  await removeAbandoned()
  expect((await readdir(folder)).sort()).toEqual([...kept, ...others].sort())
})

test("deleting a folder that no longer exists succeeds", async () => {
  await expect(removeFolder(join(folder, "gone"))).resolves.toBeUndefined()
})
