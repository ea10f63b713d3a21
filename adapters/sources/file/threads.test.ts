import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { Worker } from "node:worker_threads"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { readFilesInThread } from "./in-thread.ts"
import { readReceived } from "./received.ts"

let folder = ""
const started: Worker[] = []
const note = (thread: Worker) => void started.push(thread)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "b4m-threads-"))
  await writeFile(join(folder, "empty.gpx"), "<gpx></gpx>")
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

test("one thread reads one order after the other; what comes meanwhile gets threads of its own", async () => {
  const first = await read()
  const before = started.length
  expect(before).toBeLessThanOrEqual(1)
  expect(await read()).toEqual(first)
  expect(await read()).toEqual(first)
  expect(started.length).toBe(before)

  expect(await Promise.all([read(), read(), read()])).toEqual([first, first, first])
  expect(started.length).toBe(before + 2)
  expect(started.filter(({ threadId }) => threadId !== -1)).toHaveLength(1)
  // One of the three stays, and the next order finds it.
  await read()
  expect(started.length).toBe(before + 2)
})

test("a thread whose reader was left early is ended, and the next order is read by another", async () => {
  await read()
  const before = started.length
  const left = readFilesInThread([join(folder, "empty.gpx")])
  await left.next()
  await left.return(undefined)
  expect(await read()).toHaveLength(1)
  expect(started.length).toBe(before + 1)
})

test("a thread is ended after half a minute without work, and not while it works again", async () => {
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

test("a thread without work does not hold up the end of the process, and one that works does", async () => {
  await read()
  const timers = vi.spyOn(globalThis, "setTimeout")
  const held: boolean[] = []
  for (const holds of [true, false]) {
    const name = holds ? "ref" : "unref"
    const own = Worker.prototype[name]
    vi.spyOn(Worker.prototype, name).mockImplementation(function (this: Worker) {
      held.push(holds)
      own.call(this)
    })
  }
  await read()
  expect(held).toEqual([true, false])
  expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).not.toContain(true)
})

test("a thread that is used again and again is listened to once", async () => {
  await read()
  const thread = started.at(-1) as Worker
  const listeners = () => ["message", "error", "exit"].map((event) => thread.listenerCount(event))
  const after = listeners()
  for (let n = 0; n < 3; n++) await read()
  expect(listeners()).toEqual(after)
})

test("an idle thread that ends is forgotten", async () => {
  await read()
  const before = started.length
  await Promise.all(started.map((thread) => thread.terminate()))
  expect(await read()).toHaveLength(1)
  expect(started.length).toBe(before + 1)
})

test("what is received is read from a folder that only we can open and that is gone afterwards, also when it is left early", async () => {
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
