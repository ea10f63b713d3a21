import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Worker } from "node:worker_threads"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readFilesInThread } from "./in-thread.ts"

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

test("an idle thread that ends is forgotten", async () => {
  await read()
  const before = started.length
  await Promise.all(started.map((thread) => thread.terminate()))
  expect(await read()).toHaveLength(1)
  expect(started.length).toBe(before + 1)
})
