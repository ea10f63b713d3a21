/** Failures caused by an input refuse it; failures of the database are retried. */
import { expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import { take } from "./take.ts"
import { toSent } from "./to-sent.ts"

const recorded = (n: number): RecordedActivity => ({
  ...{ externalId: `r-${n}`, sports: ["running"], name: null, startedAt: new Date("2026-11-10T10:00:00Z") },
  ...{
    utcOffsetS: 0,
    elapsedS: 3600,
    movingS: 3600,
    distanceM: 10_000,
    elevationM: null,
    fiveMinutesKmh: null,
  },
  ...{ indoor: false, virtual: false, detail: 1 },
})

/** A database that fails every query with this error. */
function failing(failure: unknown) {
  const logged: object[] = []
  let asked = 0
  const sql = () => {
    asked++
    return Promise.reject(failure)
  }
  const world = {
    db: { sql: Object.assign(sql, { json: () => null }) },
    log: { error: (about: object) => logged.push(about) },
    now: () => new Date("2026-11-20T20:00:00Z"),
    settings: { demo: false },
  } as unknown as World
  const brought = (count: number) =>
    take(world, {
      athleteId: 7,
      source: "file",
      activities: Array.from({ length: count }, (_, n) => recorded(n)),
    })
  return { brought, logged, asked: () => asked }
}
const error = (code?: string) => Object.assign(new Error("no"), code === undefined ? {} : { code })

test.each([undefined, "22001", "23505", "23514", "54000"])(
  "an error with the code %s refuses each input",
  async (code) => {
    const failure = error(code)
    const { brought, logged } = failing(failure)
    const refused = { state: "refused", reason: "could not be stored" }
    expect(await brought(3)).toEqual([refused, refused, refused])
    expect(logged).toEqual(Array(3).fill({ error: failure, athleteId: 7, source: "file" }))
  },
)

test.each([
  "40001",
  "40P01",
  "53300",
  "57P01",
  "08006",
  "2200",
  "220011",
  "x22001",
  "22001x",
  "CONNECTION_CLOSED",
])("an error with the code %s is thrown, so that the job tries again", async (code) => {
  const { brought, logged, asked } = failing(error(code))
  await expect(brought(3)).rejects.toMatchObject({ code })
  expect(logged).toEqual([])
  const before = asked()
  await expect(brought(1)).rejects.toMatchObject({ code })
  expect(asked()).toBe(before * 2)
})

test("a thrown value that is not an error is rethrown as it is", async () => {
  await expect(failing("away").brought(1)).rejects.toBe("away")
})

test("an empty batch runs no query", async () => {
  const { brought, asked } = failing(error())
  expect([await brought(0), asked()]).toEqual([[], 0])
})

test("missing values of a recording get their defaults", () => {
  const signer = { sign: (purpose: string, text: string) => `${purpose}: ${text}` }
  const { sports: _sports, ...facts } = recorded(1)
  const usual = { topKmh: null, manual: false, flagged: false, public: true }
  const track = { trackS: null, trackM: null, climbMph: null, climbBpm: null, fingerprint: null }
  expect(toSent(signer, "file", recorded(1))).toEqual({
    ...{ ...usual, ...track, ...facts, source: "file", kind: "run", sport: "running", credit: null },
    ...{ recorderModel: null, recorderKey: null },
  })
  const recorder = { model: "garmin Forerunner 965", serial: "123" }
  expect(toSent(signer, "garmin", { ...recorded(1), recorder, device: "Another" })).toMatchObject({
    recorderModel: "garmin Forerunner 965",
    recorderKey: "recorder: garmin Forerunner 965 123",
  })
  const said = {
    topKmh: 30,
    manual: true,
    flagged: true,
    public: false,
    trackS: 5,
    trackM: 6,
    fingerprint: "x",
  }
  expect(toSent(signer, "polar", { ...recorded(1), ...said, sports: [], device: "Vantage" })).toMatchObject({
    ...said,
    ...{ sport: "", kind: "other", credit: "Polar", recorderModel: "Vantage", recorderKey: null },
  })
})
