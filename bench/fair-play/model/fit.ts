import { fitFile } from "#test/support/recordings.ts"
import type { Point, Recording } from "./recording.ts"

/** Seconds between December 31, 1989 and 1970. */
const epochS = 631_065_600
const degrees = 2 ** 31 / 180

type Field = readonly [number: number, size: 1 | 2 | 4, base: number]
const [byte, uint16, uint32, sint32] = [0x00, 0x84, 0x86, 0x85]

/** Messages of the FIT profile (protocol 2.0) by their fields. */
const messages = {
  fileId: {
    local: 0,
    global: 0,
    fields: [
      [0, 1, byte],
      [1, 2, uint16],
      [2, 2, uint16],
      [3, 4, 0x8c],
      [4, 4, uint32],
    ],
  },
  record: {
    ...{ local: 1, global: 20 },
    fields: [
      [253, 4, uint32],
      [0, 4, sint32],
      [1, 4, sint32],
      [5, 4, uint32],
      [3, 1, 0x02],
      [2, 2, uint16],
    ],
  },
  session: {
    ...{ local: 2, global: 18 },
    fields: [
      [253, 4, uint32],
      [2, 4, uint32],
      [7, 4, uint32],
      [8, 4, uint32],
      [9, 4, uint32],
      [5, 1, byte],
      [6, 1, byte],
    ],
  },
  activity: {
    local: 3,
    global: 34,
    fields: [
      [253, 4, uint32],
      [5, 4, uint32],
      [1, 2, uint16],
    ],
  },
} as const satisfies Record<string, { local: number; global: number; fields: readonly Field[] }>

/** The recordings as the legs of one FIT file, as a watch writes it. */
export function toFit(recordings: readonly Recording[]): Buffer {
  const [first] = recordings as [Recording]
  const start = seconds(first.startedAt)
  const { manufacturer, product, serial } = first.device
  const parts = Object.values(messages).map(({ local, global, fields }) => definition(local, global, fields))
  const write = (name: keyof typeof messages, values: readonly number[]) => {
    const { local, fields } = messages[name]
    parts.push(data(local, fields, values))
  }
  write("fileId", [4, manufacturer, product, serial, start])
  let end = start
  for (const recording of recordings) {
    const from = seconds(recording.startedAt)
    for (const point of recording.points) write("record", valuesOf(point, from))
    end = from + Math.round(recording.elapsedS)
    const [sport, sub] = recording.sport
    const totals = [recording.elapsedS * 1000, recording.timerS * 1000, recording.meters * 100].map(
      Math.round,
    )
    write("session", [end, from, ...totals, sport, sub])
  }
  write("activity", [end, end + first.utcOffsetS, recordings.length])
  return fitFile(Buffer.concat(parts))
}

/** NaN becomes the type's "invalid" value. */
function valuesOf({ at, lat, lon, meters, heart, altitude }: Point, from: number): number[] {
  const or = (value: number, invalid: number) => (Number.isNaN(value) ? invalid : Math.round(value))
  return [
    from + Math.round(at),
    or(lat * degrees, 0x7fffffff),
    or(lon * degrees, 0x7fffffff),
    or(meters * 100, 0xffffffff),
    or(heart, 0xff),
    or((altitude + 500) * 5, 0xffff),
  ]
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) - epochS
}

function definition(local: number, global: number, fields: readonly Field[]): Buffer {
  return Buffer.from([0x40 | local, 0, 0, global & 0xff, global >> 8, fields.length, ...fields.flat()])
}

function data(local: number, fields: readonly Field[], values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(1 + fields.reduce((sum, [, size]) => sum + size, 0))
  let at = bytes.writeUInt8(local)
  for (const [nr, [, size, base]] of fields.entries()) {
    const value = values[nr] as number
    at = base === sint32 ? bytes.writeInt32LE(value, at) : bytes.writeUIntLE(value, at, size)
  }
  return bytes
}
