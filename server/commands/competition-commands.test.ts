/** Runs `npm run import` and `npm run recompute` as an operator does. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { addAthlete } from "#test/support/competition.ts"
import { encodeFit, gpx } from "#test/support/recordings.ts"
import { startProcess } from "#test/support/server-process.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"

let site: TestWorld
let folder: string
beforeAll(async () => {
  // Two hours ago, so that the season of a workout an hour ago is open, even in the first hour of a season.
  site = await createTestWorld({ now: minutesAgo(120) })
  await maintainBoards(site.world)
  folder = await mkdtemp(join(tmpdir(), "b4m-commands-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000)

type Command = "import" | "recompute"
const settings = () => ({
  DATABASE_URL: site.database.url,
  DATA_DIR: folder,
  INIT_CWD: folder,
  SITE_URL: "http://b4m.test",
})

/** Runs a command as a process. Returns the exit code and the output, including standard error. */
async function start(command: Command, ...parameters: string[]) {
  const program = startProcess(`server/commands/${command}.ts`, settings(), parameters)
  return [await program.ended, program.output()] as const
}

test("recordings are imported, unreadable ones are reported, and recomputing changes nothing", {
  timeout: 180_000,
}, async () => {
  await addAthlete(site.world, { name: "Ana", email: "ana@b4m.test" })
  const startedAt = minutesAgo(60)
  const bytes = encodeFit({
    sessions: [
      {
        startedAt,
        sport: "running",
        timerS: 1920,
        elapsedS: 1920,
        distanceM: 6100,
        records: 60,
      },
    ],
  })
  await writeFile(join(folder, "run.fit"), bytes)
  await writeFile(join(folder, "cut.fit"), bytes.subarray(0, 300))
  await writeFile(join(folder, "old.gpx"), gpx({ start: new Date("1990-05-01T08:00:00Z"), points: [3, 3] }))
  const came = await start("import", "ana@b4m.test", "old.gpx", "run.fit", "cut.fit")
  expect(came).toEqual([0, expect.stringContaining("3 files for Ana: 1 activity stored, 2 files refused.")])
  expect(came[1]).toMatch(/^cut\.fit: cut off/m)
  expect(came[1]).toMatch(/^old\.gpx: says it started in 1990/m)
  expect(await start("import", "nobody@b4m.test", "run.fit")).toEqual([
    1,
    "nobody@b4m.test has not joined the competition.\n",
  ])
  expect((await start("recompute"))[1]).toContain("0 verdicts, 0 days and 0 standings differ.")
})
