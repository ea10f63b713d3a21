/** The parts of a recording that decide what it is worth. */
import { expect, test } from "vitest"
import { activitiesOf, readOutcomes } from "#test/support/read-outcomes.ts"
import { encodeFit, gpx } from "#test/support/recordings.ts"
import { detailOf, readFit } from "./fit.ts"
import { limits } from "./limits.ts"

const run = {
  startedAt: new Date("2026-11-18T15:00:00Z"),
  sport: "running",
  timerS: 600,
  elapsedS: 600,
  distanceM: 1800,
  records: 600,
}

test("each leg of a multisport file has the records of its own time", async () => {
  const legs = [1800, 3600].map((distanceM, n) => ({
    ...run,
    distanceM,
    startedAt: new Date(run.startedAt.getTime() + n * 601_000),
  }))
  const read = activitiesOf(await readOutcomes("legs.fit", encodeFit({ sessions: legs })))
  const alone = await Promise.all(
    legs.map(async (leg) => activitiesOf(await readOutcomes("leg.fit", encodeFit({ sessions: [leg] })))[0]),
  )
  expect(read.map(({ fiveMinutesKmh }) => fiveMinutesKmh)).toEqual(alone.map((leg) => leg?.fiveMinutesKmh))
  expect(read.map(({ detail }) => detail)).toEqual(alone.map((leg) => leg?.detail))
})

test("a file of as many bytes as are allowed is read, and one more is refused", async () => {
  const zeros = (bytes: number) => readFit(Buffer.alloc(bytes))
  await expect(zeros(limits.fitBytes + 1)).rejects.toThrow("larger than 12 MB")
  await expect(zeros(limits.fitBytes)).rejects.not.toThrow("larger than")
  await expect(zeros(0)).rejects.toThrow("an empty file")
})

test("an activity file with nothing in it is refused", async () => {
  expect(await readOutcomes("none.fit", encodeFit({ sessions: [] }))).toMatchObject([
    { ok: false, reason: "no activity in it" },
  ])
})

test.each([
  [100, 100, 100, true, 700_100],
  [100, 51, 50, false, 200_100],
  [100, 50, 51, false, 100_100],
  [0, 0, 0, true, 400_000],
  [200_000, 0, 0, false, 99_999],
])(
  "%d points, %d with a position, %d with a heart rate, totals: %s",
  (points, located, hearts, totals, detail) => {
    expect(detailOf(points, located, hearts, totals)).toBe(detail)
  },
)

test("the heart rates of a track count toward its detail", async () => {
  const plain = gpx({ start: run.startedAt, points: Array(60).fill(3) }).toString()
  const heart =
    "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>140</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions></trkpt>"
  const detail = async (text: string) => activitiesOf(await readOutcomes("a.gpx", text))[0]?.detail ?? 0
  const without = await detail(plain)
  expect(without).toBeLessThan(300_000)
  expect(await detail(plain.replaceAll("</trkpt>", heart))).toBe(without + 100_000)
})
