/** Which files of a folder are read, under which names, and which are skipped. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { told, withLimits } from "#test/support/read-outcomes.ts"
import { encodeFit, zip } from "#test/support/recordings.ts"
import { readFiles } from "./read.ts"
import type { Reading } from "./reading.ts"
import type { ReadOutcome } from "./recording.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "read-files-"))
})
afterAll(() => rm(folder, { recursive: true }))

/** The outcomes of these files, stored in a folder of their own. */
async function outcomesOf(files: Record<string, Buffer | string>, reading: Reading = {}, paths = ["."]) {
  const here = await mkdtemp(join(folder, "x-"))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(here, name, ".."), { recursive: true })
    await writeFile(join(here, name), content)
  }
  const outcomes: ReadOutcome[] = []
  const asked = paths.map((path) => join(here, path))
  for await (const outcome of readFiles(asked, reading))
    outcomes.push({ ...outcome, name: outcome.name.replace(here, "") })
  return outcomes
}
const namesOf = async (...args: Parameters<typeof outcomesOf>) =>
  (await outcomesOf(...args)).map(({ name }) => name)

test("a folder and its subfolders are read in order, without hidden files and non-recordings", async () => {
  const files = {
    "b.fit": "",
    "a/2.fit": "",
    "a/1.fit": "",
    ".hidden.fit": "",
    ".git/c.fit": "",
    "d.fit.": "",
    "e.txt": "",
  }
  expect(await namesOf(files)).toEqual(["1.fit", "2.fit", "b.fit", "d.fit."])
})

test("a file has the name given by its sender, and files in a folder keep their own", async () => {
  const files = { "1": "", "2": "", "a/3.fit": "" }
  const names = ["sent.fit", undefined, "a.fit"]
  expect(await namesOf(files, { names }, ["1", "2", "a"])).toEqual(["sent.fit", "2", "3.fit"])
})

test("files that were not requested are not reported, even if they are missing", async () => {
  const asked: string[] = []
  const wanted = (name: string) => asked.push(name) > 2
  expect(await namesOf({ "a.fit": "", "b.fit": "" }, { wanted }, ["none.fit", "a.fit", "b.fit"])).toEqual([
    "b.fit",
  ])
  expect(asked.map((name) => name.slice(-8))).toEqual(["none.fit", "a.fit", "b.fit"])
  expect(told(await outcomesOf({}, {}, ["none.fit"]))).toEqual([["/none.fit", "not found"]])
})

test("known tables and lists that are not recordings are skipped, any other file is refused", async () => {
  const passedOver: string[] = []
  const monitoring = encodeFit({ type: "monitoringB", sessions: [] })
  const files = {
    "a.csv": "x",
    "b.JSON": "{}",
    "c.xml": "<notes/>",
    "d.fit": monitoring,
    "e.json.fit": monitoring,
  }
  expect(await namesOf(files, { passedOver: (name) => void passedOver.push(name) })).toEqual([
    "c.xml",
    "d.fit",
    "e.json.fit",
  ])
  expect(passedOver).toEqual(["a.csv", "b.JSON"])
})

test("an archive is recognized by its first bytes, whatever its name is, even if it is empty", async () => {
  const files = {
    "a.bin": await zip({ "1.fit": "" }),
    "b.bin": await zip({}),
    "c.zip": "PK",
    "d.zip": "PK\x03\x03x",
  }
  expect(told(await outcomesOf(files))).toEqual([
    ["a.bin/1.fit", "an empty file"],
    ["c.zip", "an archive deep inside archives; unpack the outer one"],
    ["d.zip", "an archive deep inside archives; unpack the outer one"],
  ])
})

test("an outcome contains the location of its bytes on request", async () => {
  const fit = encodeFit({
    sessions: [
      { startedAt: new Date(1.7e12), sport: "running", timerS: 9, elapsedS: 9, distanceM: 9, records: 2 },
    ],
  })
  expect((await outcomesOf({ "a.fit": fit }, { scratch: folder }))[0]?.place).toMatchObject({ copy: false })
  expect((await outcomesOf({ "a.fit": fit }))[0]).not.toHaveProperty("place")
})

test("nothing is read ahead from an archive with too many files", async () => {
  const archive = await zip({ "activities.csv": "Filename", "a.fit": "" })
  const asked: string[] = []
  const read = (archiveEntries: number) =>
    withLimits({ archiveEntries }, () =>
      outcomesOf({ "x.zip": archive }, { readingAhead: (name) => void asked.push(name) }),
    )
  expect(told(await read(1))).toEqual([["x.zip", "holds too many files"]])
  expect(asked).toEqual([])
  await read(2)
  expect(asked).toEqual(["x.zip/activities.csv"])
})
