/** How messages from a thread are handled, and a thread that ends while reading. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { FileOutcome } from "#ports/recorded.ts"
import { readFilesInThread } from "./in-thread.ts"

/**
 * A simulated thread. `script` lists its messages, by the number of files to skip and the names of those that failed
 * during read-ahead ("1 a.csv"); without an entry, it finishes its task. It waits after each outcome. "crash" simulates
 * an error in a parser.
 */
function scripted(script: Record<string, (object | "crash")[]>): URL {
  const program = `
    import { parentPort, workerData } from "node:worker_threads"
    const { skip, failedAhead } = workerData
    const script = ${JSON.stringify(script)}
    for (const news of script[[skip, ...Object.keys(failedAhead)].join(" ")] ?? [{ end: true }]) {
      if (news === "crash") throw new TypeError("ours")
      const next = news.outcome && new Promise((resolve) => parentPort.once("message", resolve))
      parentPort.postMessage(news)
      await next
    }`
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`)
}

async function read(files: string[], program: URL): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = []
  for await (const outcome of readFilesInThread(files, program)) outcomes.push(outcome)
  return outcomes
}
const reading = (name: string) => ({ reading: name })
const found = (name: string, more: object = {}) => ({ outcome: { name, ok: true, activities: [], ...more } })
const damaged = (name: string) => ({ name, ok: false, reason: "damaged: it cannot be read" })

test("a file that ends its thread is refused, and another thread continues after it", async () => {
  const program = scripted({
    0: [reading("a.fit"), found("a.fit"), { passedOver: true }, reading("c.fit"), "crash"],
    3: [reading("d.fit"), found("d.fit"), { end: true }],
  })
  expect(await read(["a.fit", "b.csv", "c.fit", "d.fit"], program)).toEqual([
    { name: "a.fit", ok: true, activities: [] },
    damaged("c.fit"),
    { name: "d.fit", ok: true, activities: [] },
  ])
})

test("a file that crashes the read-ahead is skipped in the next one, and refused in its turn", async () => {
  const ahead = { readingAhead: "list" }
  const program = scripted({
    0: [ahead, "crash"],
    "0 list": [ahead, reading("list"), found("list"), reading("b.fit"), "crash"],
    "2 list": [ahead, reading("c.fit"), found("c.fit"), { end: true }],
  })
  expect((await read(["x.zip"], program)).map(({ name, ok }) => [name, ok])).toEqual([
    ["list", true],
    ["b.fit", false],
    ["c.fit", true],
  ])
})

test("a file that exhausts the thread's memory is refused with that reason", async () => {
  const program = `
    import { parentPort, workerData } from "node:worker_threads"
    parentPort.postMessage(workerData.skip > 0 ? { end: true } : { reading: "a.fit" })
    if (!workerData.skip) throw Object.assign(new Error("heap"), { code: "ERR_WORKER_OUT_OF_MEMORY" })`
  expect(await read(["a.fit"], new URL(`data:text/javascript,${encodeURIComponent(program)}`))).toEqual([
    { name: "a.fit", ok: false, reason: "takes more memory to read than a recording should" },
  ])
})

test("an error of this machine is thrown", async () => {
  const program = `throw Object.assign(new Error("no space"), { code: "ENOSPC" })`
  const full = new URL(`data:text/javascript,${encodeURIComponent(program)}`)
  await expect(read(["a.fit"], full)).rejects.toThrow("no space")
  const silent = new URL("data:text/javascript,process.exit()")
  await expect(read(["a.fit"], silent)).rejects.toThrow("ended without a result")
})

test.each([
  ["an archive", "bomb.zip", (skip: number) => `bomb.zip/${skip}`],
  ["a file", "bomb.fit", () => "bomb.fit"],
])(
  "%s that crashes one thread after the other is abandoned, with everything after it",
  async (_, name, inside) => {
    const script = Array.from({ length: 30 }, (_, skip) => [skip, [reading(inside(skip)), "crash"]])
    const outcomes = await read(["a.fit", name, "z.fit"], scripted(Object.fromEntries(script)))
    expect(outcomes).toHaveLength(32)
    expect(outcomes.slice(-3)).toEqual([
      damaged(inside(29)),
      ...[name, "z.fit"].map((left) => ({
        ...{ name: left, ok: false },
        reason: "left out with the rest of it: 30 files before it could not be read",
      })),
    ])
  },
)

test.each<[string, object, string | undefined]>([
  ["with one recording", { activities: [{ externalId: "a#0" }, { externalId: "a#1" }] }, "a"],
  ["with many recordings", { activities: [{ externalId: "a#0" }, { externalId: "b#0" }] }, undefined],
  ["without a recording", { activities: [] }, undefined],
  ["that is refused", { ok: false, reason: "x", activities: [{ externalId: "a#0" }] }, undefined],
])("a file %s is the original of its activities: %o", async (_, more, contentId) => {
  const folder = await mkdtemp(join(tmpdir(), "in-thread-"))
  try {
    for (const name of ["copy", "sent"]) await writeFile(join(folder, name), "bytes")
    const placed = (name: string) =>
      found(name, { ...more, place: { path: join(folder, name), copy: name === "copy" } })
    const program = scripted({ 0: [placed("sent"), placed("copy"), found("none", more), { end: true }] })
    const outcomes = readFilesInThread(["x.zip"], program)
    for (const name of ["sent", "copy"]) {
      const { value } = await outcomes.next()
      const { original } = value as { original?: { contentId: string; bytes(): AsyncIterable<Buffer> } }
      expect(original?.contentId).toBe(contentId)
      if (contentId === undefined) expect(original).toBeUndefined()
      for await (const chunk of original?.bytes() ?? []) expect(chunk.toString()).toBe("bytes")
      // A copy exists only as long as its outcome is the latest one.
      expect(await readdir(folder)).toEqual(["copy", "sent"])
      expect(value).toMatchObject({ name })
    }
    expect((await outcomes.next()).value).not.toHaveProperty("original")
    expect(await readdir(folder)).toEqual(["sent"])
    expect((await outcomes.next()).done).toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test("a copy that was removed elsewhere causes no error", async () => {
  const gone = { path: join(tmpdir(), "in-thread-gone"), copy: true }
  const program = scripted({ 0: [found("a.fit", { place: gone }), { end: true }] })
  expect(await read(["a.fit"], program)).toHaveLength(1)
})
