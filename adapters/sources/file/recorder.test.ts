/** The recording device or app stated in a file. */
import { expect, test } from "vitest"
import { encodeFit } from "#test/support/recordings.ts"
import { readFit } from "./fit.ts"
import { readGpx } from "./gpx.ts"
import { readTcx } from "./tcx.ts"

async function* bytes(text: string) {
  yield Buffer.from(text)
}

test("a FIT file states manufacturer and product", async () => {
  const session = {
    startedAt: new Date("2026-11-18T15:00:00Z"),
    sport: "running",
    timerS: 600,
    elapsedS: 600,
  }
  const { activities } = await readFit(
    encodeFit({ sessions: [{ ...session, distanceM: 2000, records: 60 }] }),
  )
  expect(activities[0]?.recorder?.model).toMatch(/^[A-Z]/)
})

test("a TCX file states the device and its serial number, unless that is zero", async () => {
  const tcx = (unit: string) => `<TrainingCenterDatabase><Activities><Activity Sport="Running">
    <Id>2026-11-18T15:00:00Z</Id>
    <Lap StartTime="2026-11-18T15:00:00Z"><TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>2000</DistanceMeters></Lap>
    <Creator><Name>Forerunner 965</Name><UnitId>${unit}</UnitId></Creator>
  </Activity></Activities></TrainingCenterDatabase>`
  const read = async (unit: string) => (await readTcx(bytes(tcx(unit))))[0]?.recorder
  expect(await read("3912345")).toEqual({ model: "Forerunner 965", serial: "3912345" })
  expect(await read("0")).toEqual({ model: "Forerunner 965", serial: null })
})

test("a GPX file states the app or device that created it", async () => {
  const gpx = `<gpx creator="OsmAnd 4.8"><trk><trkseg>
    <trkpt lat="33.6" lon="-117.9"><time>2026-11-18T15:00:00Z</time></trkpt>
    <trkpt lat="33.601" lon="-117.9"><time>2026-11-18T15:01:00Z</time></trkpt>
  </trkseg></trk></gpx>`
  expect((await readGpx(bytes(gpx)))[0]?.recorder).toEqual({ model: "OsmAnd 4.8", serial: null })
})
