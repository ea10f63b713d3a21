import { createWriteStream } from "node:fs"
import { pipeline } from "node:stream/promises"
import { gzipSync } from "node:zlib"
import { ZipFile } from "yazl"
import { fitFile } from "#test/support/recordings.ts"

/** FIT counts seconds from 1989-12-31T00:00:00Z. */
const fitEpochS = 631_065_600
const recordsPerFile = 3_600

/** Fields of a record: number, bytes, FIT base type. The last one represents all vendor-specific fields. */
const fields = [
  [253, 4, 0x86],
  [5, 4, 0x86],
  [3, 1, 0x02],
  [230, 28, 0x0d],
] as const
const recordBytes = 1 + fields.reduce((sum, [, size]) => sum + size, 0)

/**
 * Writes an archive like a service's whole export: `activities/<n>.fit.gz`, an hour's run each, until it has
 * `bytes`. The files are as large as real recordings, because a part of each record does not compress.
 * Returns how many there are.
 */
export async function writeExport(path: string, bytes: number): Promise<number> {
  const archive = new ZipFile()
  const written = pipeline(archive.outputStream, createWriteStream(path))
  const random = randomBytes(1)
  let [count, size] = [0, 0]
  while (size < bytes) {
    const packed = gzipSync(recording(count, random), { level: 1 })
    archive.addBuffer(packed, `activities/${count}.fit.gz`, { compress: false })
    size += packed.length
    count++
  }
  archive.end()
  await written
  return count
}

/** One run of an hour, each on a day of its own, the latest a week ago. */
export function recording(n: number, random: (into: Buffer) => void): Buffer {
  const startS = Math.floor(Date.now() / 86_400_000) * 86_400 - (n + 7) * 86_400 + 54_000 - fitEpochS
  const head = Buffer.from([
    // Local message 0: file_id (0) with its type, an activity (4).
    ...[0x40, 0, 0, 0, 0, 1, 0, 1, 0x00, 0x00, 4],
    // Local message 1: record (20).
    ...[0x41, 0, 0, 20, 0, fields.length, ...fields.flat()],
  ])
  const records = Buffer.alloc(recordsPerFile * recordBytes)
  random(records)
  for (let second = 0; second < recordsPerFile; second++) {
    const at = second * recordBytes
    records[at] = 1
    records.writeUInt32LE(startS + second, at + 1)
    records.writeUInt32LE(second * 300, at + 5)
    records[at + 9] = 140
  }
  // Local message 2: session (18) with timestamp, start, sport (running), elapsed and timer time, distance.
  const session = Buffer.alloc(1 + 4 + 4 + 1 + 4 + 4 + 4)
  session[0] = 2
  session.writeUInt32LE(startS + recordsPerFile, 1)
  session.writeUInt32LE(startS, 5)
  session[9] = 1
  session.writeUInt32LE(recordsPerFile * 1000, 10)
  session.writeUInt32LE(recordsPerFile * 1000, 14)
  session.writeUInt32LE(recordsPerFile * 300, 18)
  const sessionFields = [253, 4, 0x86, 2, 4, 0x86, 5, 1, 0x00, 7, 4, 0x86, 8, 4, 0x86, 9, 4, 0x86]
  const data = Buffer.concat([
    head,
    records,
    Buffer.from([0x42, 0, 0, 18, 0, sessionFields.length / 3, ...sessionFields]),
    session,
  ])
  return fitFile(data)
}

/** The same bytes in every run, for figures that can be compared. */
export function randomBytes(seed: number): (into: Buffer) => void {
  let state = seed
  return (into) => {
    for (let at = 0; at + 4 <= into.length; at += 4) {
      state ^= state << 13
      state ^= state >>> 17
      state ^= state << 5
      into.writeInt32LE(state, at)
    }
  }
}
