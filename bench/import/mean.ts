import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { gzipSync } from "node:zlib"
import { ZipFile } from "yazl"
import { healthHead, healthRecords, healthWorkout } from "#test/support/exports.ts"
import { fitFile, gpx, zip } from "#test/support/recordings.ts"
import { randomBytes, recording } from "./archive.ts"

/** What the archive below must give. */
export const meanOutcome = { activities: 660, refused: 26 }

const workouts = 600
const withRoute = 20
/** Bytes of its export.xml, unpacked. */
const healthBytes = 1_200_000_000
const monitoringBytes = 80_000

/**
 * Writes an archive that nobody should have to read, of some `bytes`: Garmin's archives inside the archive with a life of
 * monitoring files, an export.xml of 1.2 GB, and things that were made to break a reader between 60 plain recordings.
 */
export async function writeMeanArchive(path: string, bytes: number): Promise<void> {
  const monitoring = join(dirname(path), "monitoring.zip")
  const random = randomBytes(2)
  await writeMonitoring(monitoring, bytes * 0.8, random)
  const archive = new ZipFile()
  const written = pipeline(archive.outputStream, createWriteStream(path))
  const add = (name: string, content: Buffer) => archive.addBuffer(content, name, { compress: false })
  archive.addFile(monitoring, `${garmin}1.zip`, { compress: false })
  archive.addReadStream(Readable.from(largeExport()), "apple_health_export/export.xml", {
    compressionLevel: 1,
  })
  for (let n = 0; n < withRoute; n++) add(routeOf(n), Buffer.from(trackOf(n)))
  const runs = Array.from({ length: 60 }, (_, n) => gzipSync(recording(n, random), { level: 1 }))
  add(`${garmin}2.zip`, await zip(Object.fromEntries(runs.map((run, n) => [`${n}.fit.gz`, run]))))
  // 26 that are refused: archives that are none or too deep, bombs, and noise of the rest of the size.
  const noise = Buffer.alloc(Math.max(13_000_000, Math.round((bytes * 0.2) / 20)))
  add(`${garmin}3.zip`, noise.subarray(0, 1_000_000))
  add(`${garmin}4.zip`, await zip({ "deep.zip": await zip({ "1.fit.gz": runs[0] ?? "" }) }))
  add("bomb.fit.gz", gzipSync(Buffer.alloc(200_000_000)))
  add(
    "points.gpx.gz",
    gzipSync(gpx({ start: new Date(), points: [] }).replace("</trkseg>", "<trkpt/>".repeat(400_000))),
  )
  add("laughs.gpx", Buffer.from('<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>'))
  add("cut.fit.gz", (runs[0] ?? Buffer.alloc(0)).subarray(0, 900))
  for (let n = 0; n < 20; n++) {
    random(noise)
    add(`noise/${n}.fit`, Buffer.from(noise))
  }
  archive.end()
  await written
  await rm(monitoring)
}

const garmin = "DI_CONNECT/DI-Connect-Uploaded-Files/UploadedFiles_0-_Part"
const routeOf = (n: number) => `apple_health_export/workout-routes/route_${n}.gpx`
const dayOf = (n: number) => new Date(Date.UTC(2026, 9, 1, 6) - n * 86_400_000)

function trackOf(n: number): string {
  return gpx({ start: dayOf(n), points: Array<number>(1800).fill(2) })
}

async function writeMonitoring(path: string, bytes: number, random: (into: Buffer) => void): Promise<void> {
  const files = Array.from({ length: 100 }, () => {
    const content = Buffer.alloc(monitoringBytes)
    random(content)
    // Local message 0: file_id (0) with its type, monitoring (32).
    return fitFile(Buffer.concat([Buffer.from([0x40, 0, 0, 0, 0, 1, 0, 1, 0x00, 0x00, 32]), content]))
  })
  const archive = new ZipFile()
  const written = pipeline(archive.outputStream, createWriteStream(path))
  for (let n = 0; n * monitoringBytes < bytes; n++)
    archive.addBuffer(files[n % files.length] as Buffer, `me@example.com_${n}.fit`, { compress: false })
  archive.end()
  await written
}

function* largeExport(): Generator<Buffer> {
  yield Buffer.from(healthHead)
  const records = Buffer.from(healthRecords(Math.round(healthBytes / workouts / healthRecords(1).length)))
  for (let n = 0; n < workouts; n++) {
    yield records
    const at = (minutes: number) =>
      `${new Date(dayOf(n).getTime() + minutes * 60_000).toISOString().slice(0, 19).replace("T", " ")} +0000`
    const route = n < withRoute ? `/workout-routes/route_${n}.gpx` : undefined
    yield Buffer.from(healthWorkout({ start: at(0), end: at(30), minutes: 30, ...(route && { route }) }))
  }
  yield Buffer.from("</HealthData>")
}
