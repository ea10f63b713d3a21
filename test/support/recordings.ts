import { Encoder, Profile } from "@garmin/fitsdk"
import { ZipFile } from "yazl"

export interface FitSessionOptions {
  startedAt: Date
  sport: string
  subSport?: string
  timerS: number
  elapsedS: number
  /** The time of the session's last message, if not after `elapsedS`. */
  endsAfterS?: number
  distanceM: number
  /** Track points, one a second, evenly over the distance. */
  records: number
}

export interface FitOptions {
  type?: string
  sessions: readonly FitSessionOptions[]
  utcOffsetS?: number
}

/** A FIT file like a watch's, created with Garmin's own encoder. */
export function encodeFit({ type = "activity", sessions, utcOffsetS }: FitOptions): Buffer {
  const encoder = new Encoder()
  const { mesgNum } = { mesgNum: Profile.MesgNum } as { mesgNum: Record<string, number> }
  const write = (name: string, fields: object) => encoder.onMesg(mesgNum[name] as number, fields as never)
  const first = sessions[0]?.startedAt ?? new Date("2026-11-18T15:00:00Z")
  write("FILE_ID", { type, manufacturer: "development", product: 1, serialNumber: 1, timeCreated: first })
  for (const session of sessions) {
    for (let n = 0; n < session.records; n++) {
      const meters = (session.distanceM * (n + 1)) / session.records
      write("RECORD", {
        timestamp: new Date(session.startedAt.getTime() + n * 1000),
        positionLat: Math.round((33.6 + meters / 111_195) * (2 ** 31 / 180)),
        positionLong: Math.round(-117.9 * (2 ** 31 / 180)),
        distance: meters,
        heartRate: 140,
      })
    }
    write("SESSION", {
      timestamp: new Date(session.startedAt.getTime() + (session.endsAfterS ?? session.elapsedS) * 1000),
      startTime: session.startedAt,
      sport: session.sport,
      ...(session.subSport ? { subSport: session.subSport } : {}),
      totalElapsedTime: session.elapsedS,
      totalTimerTime: session.timerS,
      totalDistance: session.distanceM,
    })
  }
  if (sessions.length > 0) {
    const last = sessions.at(-1) as FitSessionOptions
    const end = new Date(last.startedAt.getTime() + last.elapsedS * 1000)
    const local = end.getTime() / 1000 - 631_065_600 + (utcOffsetS ?? 0)
    write("ACTIVITY", {
      timestamp: end,
      numSessions: sessions.length,
      type: sessions.length > 1 ? "autoMultiSport" : "manual",
      ...(utcOffsetS === undefined ? {} : { localTimestamp: local }),
    })
  }
  return Buffer.from(encoder.close())
}

/**
 * A valid FIT activity that contains only the given number of eight-byte records, written without the encoder, which
 * would take minutes.
 */
export function fitWithRecords(count: number): Buffer {
  const head = [
    // Local message 0: file_id (0) with its type, an activity (4).
    [0x40, 0, 0, 0, 0, 1, 0, 1, 0x00],
    [0x00, 4],
    // Local message 1: record (20) with timestamp (253) and distance (5).
    [0x41, 0, 0, 20, 0, 2, 253, 4, 0x86, 5, 4, 0x86],
  ].flat()
  const data = Buffer.alloc(head.length + count * 9)
  Buffer.from(head).copy(data)
  for (let n = 0; n < count; n++) {
    const at = head.length + n * 9
    data[at] = 1
    data.writeUInt32LE(1_100_000_000 + n, at + 1)
    data.writeUInt32LE(n * 300, at + 5)
  }
  return fitFile(data)
}

/** Other two-byte fields of a record in the FIT profile: power, running dynamics and the like. */
const moreFields = [6, 7, 39, 40, 41, 54, 55, 57, 58, 59, 83, 84, 85, 87, 95, 99, 116, 117, 118, 139]

/**
 * Like `fitWithRecords`, with the intervals between heartbeats after each record, and the given number of additional
 * fields per record.
 */
export function fitWithHeartBeats({ seconds, fields }: { seconds: number; fields: number }): Buffer {
  // power, cadence, temperature and the like: two bytes each.
  const more = Array.from({ length: fields }, (_, n) => [moreFields[n] as number, 2, 0x84])
  const head = [
    [0x40, 0, 0, 0, 0, 1, 0, 1, 0x00],
    [0x00, 4],
    [0x41, 0, 0, 20, 0, 2 + fields, 253, 4, 0x86, 5, 4, 0x86, ...more.flat()],
    // Local message 2: hrv (78) with five times in milliseconds.
    [0x42, 0, 0, 78, 0, 1, 0, 10, 0x84],
  ].flat()
  const each = 9 + fields * 2 + 11
  const data = Buffer.alloc(head.length + seconds * each)
  Buffer.from(head).copy(data)
  for (let n = 0; n < seconds; n++) {
    const at = head.length + n * each
    data[at] = 1
    data.writeUInt32LE(1_100_000_000 + n, at + 1)
    data.writeUInt32LE(n * 300, at + 5)
    for (let field = 0; field < fields; field++)
      data.writeUInt16LE(200 + ((n + field) % 50), at + 9 + field * 2)
    const beats = at + 9 + fields * 2
    data[beats] = 2
    for (let beat = 0; beat < 5; beat++)
      data.writeUInt16LE(beat < 3 ? 400 + (n % 40) : 0xffff, beats + 1 + beat * 2)
  }
  return fitFile(data)
}

/** Messages in the protocol's own bytes as a file: preceded by a header, followed by a checksum. */
export function fitFile(messages: Buffer): Buffer {
  const header = Buffer.from([14, 0x20, 0, 0, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0])
  header.writeUInt32LE(messages.length, 4)
  const file = Buffer.concat([header, messages, Buffer.alloc(2)])
  file.writeUInt16LE(checksum(file.subarray(0, -2)), file.length - 2)
  return file
}

const crcOfByte = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  return crc
})

/** CRC-16 with the reflected polynomial 0xA001, as the FIT protocol requires. */
export function checksum(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcOfByte[(crc ^ byte) & 0xff] as number)
  return crc
}

/**
 * A GPX file with one track; each point is the given number of meters north of the previous one and a second after it.
 */
export function gpx({
  start,
  points,
  name = "Track",
}: {
  start: Date
  points: readonly number[]
  name?: string
}): string {
  let north = 0
  const rows = [0, ...points].map((meters, second) => {
    north += meters
    const lat = (33.6 + north / 111_195.08).toFixed(8)
    const time = new Date(start.getTime() + second * 1000).toISOString()
    return `<trkpt lat="${lat}" lon="-117.9"><ele>10</ele><time>${time}</time></trkpt>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
<trk><name>${name}</name><type>running</type><trkseg>
${rows.join("\n")}
</trkseg></trk></gpx>`
}

/** A TCX file whose laps have seconds and meters, with few points and no distance in them. */
export function tcx({
  start,
  sport,
  laps,
}: {
  start: Date
  sport: string
  laps: readonly (readonly [number, number])[]
}): string {
  let at = start.getTime()
  const rows = laps.map(([seconds, meters]) => {
    const point = (ms: number) => `<Trackpoint><Time>${new Date(ms).toISOString()}</Time></Trackpoint>`
    const lap = `<Lap StartTime="${new Date(at).toISOString()}"><TotalTimeSeconds>${seconds}</TotalTimeSeconds><DistanceMeters>${meters}</DistanceMeters><Track>${point(at)}${point(at + seconds * 1000)}</Track></Lap>`
    at += seconds * 1000
    return lap
  })
  return `<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="${sport}"><Id>${start.toISOString()}</Id>${rows.join("")}</Activity></Activities></TrainingCenterDatabase>`
}

/** A .zip of these files by their paths; a path that ends in a slash is a folder. */
export async function zip(files: Record<string, Buffer | string>, { zip64 = false } = {}): Promise<Buffer> {
  const archive = new ZipFile()
  for (const [path, content] of Object.entries(files)) {
    if (path.endsWith("/")) archive.addEmptyDirectory(path)
    else {
      const bytes = typeof content === "string" ? Buffer.from(content) : content
      // Large files here are repetitive, and compressing them well would take most of a test's time.
      const compressionLevel = bytes.length > 1_000_000 ? 1 : 6
      archive.addBuffer(bytes, path, { forceZip64Format: zip64, compressionLevel })
    }
  }
  archive.end({ forceZip64Format: zip64, comment: "" })
  const chunks: Buffer[] = []
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
