import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { FileOutcome, RecordedActivity, StrengthLog } from "#ports/recorded.ts"
import { addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { beginImport, type FileResult, importFiles, noteFiles } from "./import.ts"

const start = "2026-11-20T20:00:00Z"
let t: TestWorld
let athleteId: number
beforeAll(async () => {
  t = await createCompetitionWorld(start)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  athleteId = await addAthlete(t.world)
})

let made = 0
/** A run at an hour that no other run uses. */
const run = (changes: Partial<RecordedActivity> = {}): RecordedActivity => ({
  externalId: `run-${++made}`,
  sports: ["running"],
  name: null,
  startedAt: new Date(Date.parse("2026-11-01T00:00:00Z") + made * 3_600_000),
  utcOffsetS: 0,
  elapsedS: 1800,
  movingS: 1800,
  distanceM: 5000,
  elevationM: null,
  fiveMinutesKmh: null,
  indoor: false,
  virtual: false,
  detail: 1,
  ...changes,
})
const tooOld = () => run({ startedAt: new Date("1969-01-01T00:00:00Z") })
const log = (day: string): StrengthLog => ({
  app: "hevy",
  title: null,
  startedLocal: `${day}T17:00:00`,
  durationS: null,
  weightUnit: null,
  exercises: [{ name: "Press", sets: 3, reps: 15, volume: 0 }],
})
const file = (name: string, holds: Partial<FileOutcome & { ok: true }>): FileOutcome => ({
  name,
  ok: true,
  activities: [],
  ...holds,
})

async function bring(files: Iterable<FileOutcome>, onFile: (file: FileResult) => void = () => {}) {
  const importId = await beginImport(t.world, athleteId)
  const each = async function* () {
    yield* files
  }
  return importFiles(t.world, { importId, athleteId, files: each() }, onFile)
}
const old = "says it started in 1969; we accept nothing before 1995, because the clock was probably never set"
const kept = (sessions: string) =>
  `${sessions} kept as self-reported: no points, but sets and volume for a recording from the same time`

test("each file is reported: how many of its activities are stored, and why others are not", async () => {
  const results: FileResult[] = []
  const progress = await bring(
    [
      file("one.fit", { activities: [run()] }),
      file("empty.fit", {}),
      file("old.fit", { activities: [tooOld()] }),
      file("export.zip", { activities: [run(), tooOld(), run(), tooOld()] }),
      file("noted.zip", { activities: [run(), tooOld()], note: "has more" }),
      { name: "broken.fit", ok: false, reason: "cut off" },
      file("logs.csv", { logs: [log("2026-11-01"), log("2026-11-02")], note: "has others" }),
      file("half.csv", { logs: [log("2026-11-03"), log("1994-11-01")] }),
      file("none.csv", { logs: [log("1994-11-01")] }),
      file("both.csv", { activities: [run()], logs: [log("1994-11-01")] }),
    ],
    (result) => results.push(result),
  )
  expect(results.map(({ name, ok, activities, reason }) => [name, ok, activities, reason])).toEqual([
    ["one.fit", true, 1, null],
    ["empty.fit", true, 0, null],
    ["old.fit", false, 0, old],
    ["export.zip", true, 2, `2 of 4 activities left out: one ${old}`],
    ["noted.zip", true, 1, `1 of 2 activities left out: one ${old}; has more`],
    ["broken.fit", false, 0, "cut off"],
    ["logs.csv", true, 0, `has others; ${kept("2 strength sessions")}`],
    ["half.csv", true, 0, `${kept("1 strength session")}; 1 left out, because the date is impossible`],
    ["none.csv", false, 0, "only has sessions with impossible dates"],
    ["both.csv", true, 1, `${kept("0 strength sessions")}; 1 left out, because the date is impossible`],
  ])
  expect(progress).toEqual({ id: expect.any(String), files: 10, stored: 7, refused: 3, activities: 5 })
  const rows = await t.world.db.sql`
    select name, outcome = 'stored' as ok, activities, reason from import_files where import_id = ${progress.id}`
  expect(rows).toHaveLength(results.length)
  expect(rows).toEqual(expect.arrayContaining(results))
  expect(await t.world.db.sql`select finished_at from imports where id = ${progress.id}`).toEqual([
    { finished_at: new Date(start) },
  ])
})

test("forty files are stored at a time, and the remaining ones at the end", async () => {
  const events: string[] = []
  function* files() {
    for (let n = 1; n <= 41; n++) {
      events.push("read")
      yield file(`${n}.fit`, {})
    }
  }
  await bring(files(), () => events.push("stored"))
  const of = (event: string, times: number) => Array(times).fill(event)
  expect(events).toEqual([...of("read", 40), ...of("stored", 40), "read", "stored"])
})

test("the outcome of a file is cut to a length that can be stored, and a repeat replaces it", async () => {
  const importId = await beginImport(t.world, athleteId)
  const result = (changes: Partial<FileResult>) => ({
    name: "n".repeat(501),
    ok: false,
    activities: 0,
    reason: "r".repeat(1001),
    ...changes,
  })
  const noted = () => t.world.db.sql<FileResult>`select name, outcome, reason, activities from import_files`
  await noteFiles(t.world, importId, [result({}), result({})])
  expect(await noted()).toEqual([
    { name: "n".repeat(500), outcome: "refused", reason: "r".repeat(1000), activities: 0 },
  ])
  await noteFiles(t.world, importId, [result({ ok: true, activities: 2, reason: null })])
  expect(await noted()).toEqual([{ name: "n".repeat(500), outcome: "stored", reason: null, activities: 2 }])
  await t.world.db.sql`delete from imports`
  await noteFiles(t.world, importId, [result({})])
  expect(await noted()).toEqual([])
})
