import { get, type IncomingMessage } from "node:http"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { type BoardsServer, startBoardsServer } from "#test/support/boards-server.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { createOpenStreams } from "./boards/open-streams.ts"

let t: TestWorld
let server: BoardsServer
const streams = createOpenStreams({ perNetwork: 1_000, all: 1_000 })
const told: number[] = []
beforeAll(async () => {
  t = await createCompetitionWorld()
  server = await startBoardsServer(t, { streams, onTold: (seconds) => told.push(seconds) })
})
afterAll(async () => {
  await server.close()
  await t.close()
})

interface Page {
  response: IncomingMessage
  /** Events with this name. */
  seen: Map<string, number>
  bytes: number
}

function open(): Promise<Page> {
  return new Promise((resolve, reject) => {
    get(`${server.url}/boards/last-14-days/live`, { agent: false }, (response) => {
      const page: Page = { response, seen: new Map(), bytes: 0 }
      response.on("data", (chunk: Buffer) => {
        page.bytes += chunk.length
        for (const [, name = ""] of String(chunk).matchAll(/^event: (\w+)/gm))
          page.seen.set(name, (page.seen.get(name) ?? 0) + 1)
      })
      response.on("error", () => {})
      resolve(page)
    }).on("error", reject)
  })
}

test("a heartbeat is sent every thirty seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] })
  try {
    const page = await open()
    await expect.poll(() => page.seen.get("reset")).toBe(1)
    vi.advanceTimersByTime(29_900)
    const before = page.bytes
    vi.advanceTimersByTime(100)
    await expect.poll(() => page.bytes - before).toBe(": still here\n\n".length)
    page.response.destroy()
    await expect.poll(() => streams.size).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test("a thousand open pages each receive one small difference, and no state is left behind", async () => {
  for (let n = 0; n < 60; n++)
    await onActivity(
      t.world,
      await addAthlete(t.world),
      sentRun({ kind: "hiit", distanceM: 0, movingS: 1800 + n }),
    )
  const late = await addAthlete(t.world, { name: "Late" })
  await server.boards.catchUp()
  const pages: Page[] = []
  for (let n = 0; n < 1_000; n += 100)
    pages.push(...(await Promise.all(Array.from({ length: 100 }, () => open()))))
  await expect.poll(() => pages.every(({ seen }) => seen.get("reset") === 1)).toBe(true)
  expect(streams.size).toBe(1_000)
  expect((await open()).response.statusCode).toBe(429)

  const before = pages.map(({ bytes }) => bytes)
  const tellings = told.length
  await onActivity(t.world, late, sentRun({ kind: "hiit", distanceM: 0, movingS: 3600 }))
  await expect.poll(() => pages.every(({ seen }) => seen.get("difference") === 1)).toBe(true)
  // The other rows are not repeated; the difference only says that they moved down by one.
  const [whole = 0] = before
  for (const [n, { bytes }] of pages.entries()) expect(bytes - (before[n] ?? 0)).toBeLessThan(whole / 2)
  await expect.poll(() => told.length).toBeGreaterThan(tellings)
  expect(told.at(-1)).toBeGreaterThan(0)

  for (const { response } of pages.slice(0, 600)) response.destroy()
  await expect.poll(() => streams.size).toBe(400)
  server.stop()
  await expect.poll(() => streams.size).toBe(0)
})
