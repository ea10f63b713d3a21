import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import type { Worker } from "node:worker_threads"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { runProgram } from "#test/support/child-program.ts"
import { readFilesInThread } from "./in-thread.ts"
import { readReceived } from "./received.ts"

let folder = ""
const started: Worker[] = []
const note = (thread: Worker) => void started.push(thread)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "b4m-threads-"))
  await writeFile(join(folder, "empty.gpx"), "<gpx></gpx>")
  // Ends a thread that another test file may have left.
  await leaveEarly()
  process.on("worker", note)
})

afterAll(async () => {
  process.off("worker", note)
  await Promise.all(started.map((thread) => thread.terminate()))
  await rm(folder, { recursive: true, force: true })
})

async function read(program?: URL): Promise<(string | undefined)[]> {
  const reasons: (string | undefined)[] = []
  for await (const outcome of readFilesInThread([join(folder, "empty.gpx")], program))
    reasons.push(outcome.ok ? undefined : outcome.reason)
  return reasons
}

/** Takes only the first outcome. */
async function leaveEarly(): Promise<void> {
  const reading = readFilesInThread([join(folder, "empty.gpx")])
  await reading.next()
  await reading.return(undefined)
}

test("one thread performs one task after the other; concurrent tasks get their own threads", async () => {
  const first = await read()
  expect(await read()).toEqual(first)
  expect(await read()).toEqual(first)
  expect(started).toHaveLength(1)

  const three = Array.from({ length: 3 }, () => readFilesInThread([join(folder, "empty.gpx")]))
  await Promise.all(three.map((reading) => reading.next()))
  expect(started).toHaveLength(3)
  await Promise.all(three.map((reading) => reading.next()))
  expect(started.filter(({ threadId }) => threadId !== -1)).toHaveLength(1)
  // One of the three stays, whichever finished first, and performs the next task.
  await read()
  expect(started).toHaveLength(3)
})

test("a thread whose reader stopped early is ended, and another one performs the next task", async () => {
  await read()
  const before = started.length
  await leaveEarly()
  expect(await read()).toHaveLength(1)
  expect(started.length).toBe(before + 1)
})

test("a thread is ended after half a minute without work, but not if it works again by then", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  try {
    await read()
    const before = started.length
    const thread = started.at(-1) as Worker
    vi.advanceTimersByTime(29_999)
    const reading = readFilesInThread([join(folder, "empty.gpx")])
    const first = await reading.next()
    vi.advanceTimersByTime(30_000)
    expect([first.done, (await reading.next()).done]).toEqual([false, true])
    expect(started.length).toBe(before)
    const ended = new Promise((resolve) => thread.once("exit", resolve))
    vi.advanceTimersByTime(30_000)
    await ended
    expect(await read()).toHaveLength(1)
    expect(started.length).toBe(before + 1)
  } finally {
    vi.useRealTimers()
  }
})

test("the process waits for a busy thread, but exits despite an idle one", async () => {
  const program = runProgram(join(import.meta.dirname, "../../../test/support/reading-program.ts"), [
    join(folder, "empty.gpx"),
  ])
  expect(await program.ended).toBe(0)
  // Read twice by one thread, which was idle while the process had nothing else to do.
  expect(await program.ready).toEqual({ outcomes: 2, threads: 1, left: 1 })
})

test("a thread can be reused many times without a warning about listeners", async () => {
  const warnings: string[] = []
  const warned = ({ name }: Error) => void warnings.push(name)
  process.on("warning", warned)
  for (let n = 0; n < 12; n++) await read()
  process.off("warning", warned)
  expect(warnings).toEqual([])
})

test("an idle thread that ends is discarded", async () => {
  await read()
  const before = started.length
  await Promise.all(started.map((thread) => thread.terminate()))
  expect(await read()).toHaveLength(1)
  expect(started.length).toBe(before + 1)
})

test("received files are read from a private folder, which is deleted even if reading stops early", async () => {
  const received = join(folder, "received")
  await mkdir(join(received, "b4m-import-999999999-abandoned"), { recursive: true })
  vi.stubEnv("TMPDIR", received)
  const files = ["a.gpx", "b.gpx"].map((name) => ({ name, bytes: Readable.from(["<gpx></gpx>"]) }))
  const reading = readReceived(files)[Symbol.asyncIterator]()
  expect((await reading.next()).value).toMatchObject({ name: "a.gpx", reason: "no track in it" })
  const modes: (number | undefined)[] = []
  for (const name of await readdir(received, { recursive: true })) {
    const { mode } = await stat(join(received, name))
    modes.push(mode & 0o077)
  }
  // Two folders, and the two files in one of them.
  expect(modes).toEqual([0, 0, 0, 0])
  await reading.return?.()
  expect(await readdir(received)).toEqual([])
  vi.unstubAllEnvs()
})
