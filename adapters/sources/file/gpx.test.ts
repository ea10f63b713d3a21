import { expect, test } from "vitest"
import { activitiesOf, readOutcomes } from "#test/support/read-outcomes.ts"
import { gpx } from "#test/support/recordings.ts"

const start = new Date("2026-11-18T15:00:00Z")
/** Ten minutes at 3 m/s, with so many seconds between two of its points. */
const withGap = (seconds: number) => {
  let n = 0
  const points = gpx({ start, points: Array(600).fill(3) })
  return points.replace(/<trkpt .*\n/g, (point) => (++n > 100 && n < 100 + seconds ? "" : point))
}

test.each([
  [1, 600],
  [30, 600],
  [31, 600],
  [60, 600],
  [61, 539],
  [100, 500],
])(
  "positions %d s apart cover %d s of 600: what is nearly all of a track is all of it",
  async (gap, covered) => {
    const [activity] = activitiesOf(await readOutcomes("a.gpx", withGap(gap)))
    expect([activity?.movingS, activity?.trackS]).toEqual([600, covered])
  },
)

test("stops do not count against the positions that cover them", async () => {
  const points = [...Array(300).fill(3), ...Array(100).fill(0), ...Array(300).fill(3)]
  const [activity] = activitiesOf(await readOutcomes("a.gpx", gpx({ start, points })))
  expect([activity?.movingS, activity?.trackS]).toEqual([600, 700])
})
