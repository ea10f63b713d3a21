import { mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { makeFolder } from "./make-folder.ts"

test("missing parent folders are created once, even by several calls at the same time", async () => {
  const root = await mkdtemp(join(tmpdir(), "b4m-folder-"))
  const deep = join(root, "a", "b", "c")
  await Promise.all(Array.from({ length: 8 }, () => makeFolder(deep, 0o700)))
  expect((await stat(deep)).mode & 0o777).toBe(0o700)
  expect(await makeFolder(deep)).toBe(false)
  expect(await makeFolder(join(root, "e", "f"))).toBe(true)
  expect(await makeFolder(join(deep, "d"))).toBe(true)
  await writeFile(join(root, "file"), "")
  await expect(makeFolder(join(root, "file"))).rejects.toThrow("EEXIST")
  await expect(makeFolder(join(root, "file", "x"))).rejects.toThrow("ENOTDIR")
  await rm(root, { recursive: true })
})

test.runIf(process.platform === "linux")(
  "a folder that cannot be created is an error instead of an endless loop",
  async () => {
    await expect(makeFolder("/proc/b4m/data")).rejects.toMatchObject({ code: "ENOENT" })
  },
)
