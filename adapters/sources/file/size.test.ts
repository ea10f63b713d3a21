/** Files as large as a life's recordings. `npm run mutate` leaves them out, because they take minutes there. */
import { expect, test } from "vitest"
import { healthHead, healthRecords, healthWorkout } from "#test/support/exports.ts"
import { readOutcomes, told } from "#test/support/read-outcomes.ts"
import { readHealthExport } from "./health-export.ts"

const start = "2026-11-18 07:00:00 -0800"
const end = "2026-11-18 07:50:00 -0800"

test("more workouts than a life has are left out", async () => {
  const one = healthWorkout({ start, end, minutes: 1 })
  const [outcome] = await readOutcomes("export.xml", `${healthHead}${one.repeat(30_001)}</HealthData>`)
  expect(outcome).toMatchObject({
    ok: true,
    note: "has more than 30,000 workouts; the workouts before that are taken",
  })
  expect(told(outcome ? [outcome] : [])).toEqual([["export.xml", 30_000]])
})

test("gigabytes of it leave nothing behind: records are never made into text", async () => {
  const run = healthWorkout({ start, end, minutes: 45.5 })
  const records = Buffer.from(healthRecords(20_000))
  async function* large() {
    yield Buffer.from(healthHead)
    for (let n = 0; n < 60; n++) {
      yield records
      yield Buffer.from(run.replaceAll("2026-11-18", `20${10 + (n % 15)}-11-18`))
    }
    yield Buffer.from("</HealthData>")
  }
  const before = process.memoryUsage().heapUsed
  const { workouts } = await readHealthExport(large())
  expect(workouts).toHaveLength(60)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000)
})
