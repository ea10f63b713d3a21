/** Renderings on disk: whole or not there, of this build alone, and no failure of the disk reaches a visitor. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { createPagesOnDisk } from "./pages-on-disk.ts"

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "b4m-pages-"))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const log = collectLog()
const open = (build = "one", pages = join(folder, "pages"), at = "2026-11-20T21:00:00Z") =>
  createPagesOnDisk({ folder: pages, build, log, now: () => new Date(at) })
const page = (text: string) => ({
  body: Buffer.from(`${text}\nand more`),
  contentType: "text/html",
  at: new Date("2026-11-20T20:00:00Z"),
})

test("The last rendering of each address is read by the next process of the same build", async () => {
  const before = open()
  for (const text of ["first", "second"]) before.put("/leaderboard", page(text))
  before.put("/../../etc/passwd", page("elsewhere"))
  expect(await before.get("/leaderboard")).toBeNull()
  await before.close()
  expect(await open().get("/leaderboard")).toEqual(page("second"))
  expect(await open().get("/../../etc/passwd")).toEqual(page("elsewhere"))
  expect(await open().get("/")).toBeNull()
  expect(await open("two").get("/leaderboard")).toBeNull()
  expect(await readdir(folder)).toEqual(["pages"])
  expect(await readdir(join(folder, "pages"))).toHaveLength(2)
})

test("A rendering older than an hour is not shown by a process that starts, whoever was on it", async () => {
  const before = open()
  before.put("/leaderboard", page("Ada"))
  await before.close()
  expect(await open().get("/leaderboard")).not.toBeNull()
  expect(await open("one", join(folder, "pages"), "2026-11-20T21:00:01Z").get("/leaderboard")).toBeNull()
})

test("A file that is cut off or was changed by hand is no page", async () => {
  const disk = open()
  disk.put("/", page("home"))
  await disk.close()
  const [name = ""] = await readdir(join(folder, "pages"))
  for (const text of ["", "{}", "{}\n<p>", '{"address":"/about","build":"one"}\n']) {
    await writeFile(join(folder, "pages", name), text)
    expect(await disk.get("/")).toBeNull()
  }
})

test("A folder that cannot be written is logged", async () => {
  await writeFile(join(folder, "file"), "")
  const disk = open("one", join(folder, "file"))
  disk.put("/", page("home"))
  await disk.close()
  expect(JSON.stringify(log.entries)).toContain("Pages could not be kept on disk")
  expect(await disk.get("/")).toBeNull()
})
