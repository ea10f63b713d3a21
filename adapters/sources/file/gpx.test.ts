/** Which parts of a GPX file become an activity, and which files are refused. */
import { expect, test } from "vitest"
import { activitiesOf, readOutcomes } from "#test/support/read-outcomes.ts"
import { gpx } from "#test/support/recordings.ts"
import { detailScore } from "./fit.ts"
import { readGpx } from "./gpx.ts"

const start = new Date("2026-11-18T15:00:00Z")
/** Ten minutes at 3 m/s, with the given number of seconds between points. */
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
  "positions %d s apart cover %d s of 600: nearly complete coverage counts as complete",
  async (gap, covered) => {
    const [activity] = activitiesOf(await readOutcomes("a.gpx", withGap(gap)))
    expect([activity?.movingS, activity?.trackS]).toEqual([600, covered])
  },
)

test("stops do not reduce the share of time covered by positions", async () => {
  const points = [...Array(300).fill(3), ...Array(100).fill(0), ...Array(300).fill(3)]
  const [activity] = activitiesOf(await readOutcomes("a.gpx", gpx({ start, points })))
  expect([activity?.movingS, activity?.trackS]).toEqual([600, 700])
})

async function* bytesOf(text: string) {
  yield Buffer.from(text)
}
const read = (inside: string) => readGpx(bytesOf(`<gpx>${inside}</gpx>`))
const at = (second: number) => new Date(start.getTime() + second * 1000).toISOString()
/** One point per second, three meters apart. */
const segment = (from: number, count: number, inside = "", { located = true } = {}) =>
  `<trkseg>${Array.from(
    { length: count },
    (_, n) =>
      `<trkpt ${located ? `lat="${33 + (from + n) * 0.00002698}" lon="-117"` : ""}><time>${at(from + n)}</time>${inside}</trkpt>`,
  ).join("")}</trkseg>`

test.each([
  ["nothing", "", "no track in it"],
  ["a route", "<rte><rtept/></rte>", "a planned route, not an activity"],
  ["an empty track", "<trk><trkseg/></trk>", "no points in its track"],
  ["points without times", '<trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk>', "no times in this track"],
])("a file with %s is refused", async (_, inside, reason) => {
  await expect(read(inside)).rejects.toThrow(reason)
})

test("a file of another format is refused", async () => {
  await expect(readGpx(bytesOf("<kml/>"))).rejects.toThrow("not a GPX file, although its name says so")
})

const walked = segment(0, 60)
const about = "<metadata><name>Sunday</name></metadata>"
test.each([
  ["", "<trk>", { name: null, sports: [], virtual: false }],
  [about, "<trk>", { name: "Sunday", sports: [] }],
  [about, "<trk><name>Hill</name>", { name: "Hill", sports: ["Hill"] }],
  ["", "<trk><type>running</type>", { name: null, sports: ["running"], virtual: false }],
  [
    "",
    "<trk><name>A</name><type>VirtualRide</type>",
    { name: "A", sports: ["VirtualRide", "A"], virtual: true },
  ],
])("a track after %j that begins with %j", async (before, beginning, expected) => {
  expect(await read(`${before}${beginning}${walked}</trk>`)).toMatchObject([expected])
})

test("every track that can be scored is an activity, and the time between two segments is a pause", async () => {
  const found = await read(
    `<trk>${segment(0, 31)}${segment(90, 31)}</trk><trk/><trk>${segment(200, 61)}</trk>`,
  )
  expect(found.map(({ movingS, elapsedS, distanceM }) => [movingS, elapsedS, Math.round(distanceM)])).toEqual(
    [
      [60, 120, 180],
      [60, 60, 180],
    ],
  )
})

const heart = (inside: string) => `<extensions>${inside}</extensions>`
test.each([
  ["positions alone", "", true, detailScore(60, 60, 0, false)],
  [
    "heart rates",
    heart("<TrackPointExtension><hr>140</hr></TrackPointExtension>"),
    true,
    detailScore(60, 60, 60, false),
  ],
  [
    "heart rates outside their extension element",
    heart("<hr>140</hr>"),
    true,
    detailScore(60, 60, 60, false),
  ],
  ["a heart rate strap that lost contact", heart("<hr>0</hr>"), true, detailScore(60, 60, 0, false)],
  ["times alone", "", false, detailScore(60, 0, 0, false)],
])("points with %s", async (_, inside, located, detail) => {
  expect(await read(`<trk>${segment(0, 60, inside, { located })}</trk>`)).toMatchObject([
    { indoor: !located, detail },
  ])
})
