import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { keepBoards } from "#domain/competition/slide.ts"
import type { World } from "#domain/world.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { openEvents } from "#test/support/events.ts"
import { type ServerProcess, startProcess } from "#test/support/server-process.ts"

let database: TestDatabase
let folder: string
let world: World
const processes: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-boards-"))
  const live = createPostgresLive(database.db, collectLog())
  // Writes like a third process: real time, real news.
  world = { db: database.db, live, log: collectLog(), now: () => new Date() } as unknown as World
  await keepBoards(world)
  const start = () =>
    startProcess("server/main.ts", {
      DATABASE_URL: database.url,
      DATABASE_POOL: "4",
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      LOG_LEVEL: "warn",
    })
  processes.push(start(), start())
}, 60_000)
afterAll(async () => {
  for (const process of processes) {
    process.kill("SIGKILL")
    await process.ended
  }
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Of different lengths, or they would be copies of one workout. */
const run = (hoursAgo: number) =>
  sentRun({
    startedAt: new Date(Date.now() - hoursAgo * 3_600_000),
    movingS: 1800,
    elapsedS: 1800,
    distanceM: 5000 + hoursAgo * 100,
  })

test("a page follows the board through any of two processes, and goes on at the other when one is killed", async () => {
  const [one, two] = await Promise.all(processes.map(({ url }) => url))
  const ana = await addAthlete(world, { name: "Ana" })
  await onActivity(world, ana, run(3))
  const pages = await Promise.all([one, two].map((url) => openEvents(`${url}/boards/last-14-days/live`)))
  for (const page of pages) expect((await page.next(20_000)).name).toBe("reset")

  const committed = await onActivity(world, ana, run(6)).then(() => performance.now())
  const told = await Promise.all(pages.map((page) => page.next(10_000)))
  // The same rows have the same name in both.
  expect(told[0]?.id).toBe(told[1]?.id)
  for (const { at } of told) expect(at - committed).toBeLessThan(3_000)

  processes[0]?.kill("SIGKILL")
  await pages[0]?.ended
  await onActivity(world, ana, run(9))
  const after = await pages[1]?.next(10_000)
  const back = await openEvents(`${two}/boards/last-14-days/live`, { "last-event-id": told[0]?.id ?? "" })
  expect(await back.next(10_000)).toMatchObject({
    name: "difference",
    id: after?.id,
    data: { from: told[0]?.id },
  })

  processes[1]?.kill("SIGTERM")
  await Promise.all([back.ended, pages[1]?.ended])
  expect(await processes[1]?.ended).toBe(0)
}, 90_000)
