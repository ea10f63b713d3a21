/** Writes FIT activity files (FIT protocol 2.0) as a watch would record them, for stand-ins and tests. */

/** A workout as stored by a stand-in, before conversion to its service's format. */
export interface StandInWorkout {
  sport: "run" | "ride" | "row"
  startedAt: Date
  /** Seconds east of UTC. */
  utcOffsetS: number
  seconds: number
  meters: number
  name: string
}

/** Seconds between December 31, 1989 and 1970. */
const epochS = 631_065_600
const sports = { run: 1, ride: 2, row: 15 } as const

type Field = [number: number, size: 1 | 2 | 4, base: number, value: number]
const byte = 0x00
const uint16 = 0x84
const uint32 = 0x86
const sint32 = 0x85

/**
 * One record every ten seconds, along a straight line to the north, at a speed that varies over some minutes: nobody
 * moves at a constant speed, or with the same variations twice.
 */
export function fitFile({ sport, startedAt, utcOffsetS, seconds, meters }: StandInWorkout): Buffer {
  const start = Math.floor(startedAt.getTime() / 1000) - epochS
  const end = start + Math.round(seconds)
  const messages: Buffer[] = [
    message(0, 0, [
      [0, 1, byte, 4],
      [1, 2, uint16, 255],
      [4, 4, uint32, start],
    ]),
  ]
  const degrees = 2 ** 31 / 180
  // The position depends on the start, so that two workouts are not the same recording.
  const north = 33 + (start % 1000) / 1000
  const turns = 2 * Math.PI * Math.max(1, Math.round(seconds / (180 + (start % 241))))
  let defined = false
  for (let at = 0; at <= seconds; at += 10) {
    const share = at / Math.max(1, seconds)
    const gone = meters * (share + (0.04 / turns) * Math.sin(turns * share))
    const fields: Field[] = [
      [253, 4, uint32, start + at],
      [0, 4, sint32, Math.round((north + gone / 111_320) * degrees)],
      [1, 4, sint32, Math.round(-117.9 * degrees)],
      [5, 4, uint32, Math.round(gone * 100)],
    ]
    messages.push(message(1, 20, fields, defined))
    defined = true
  }
  messages.push(
    message(2, 18, [
      [253, 4, uint32, end],
      [2, 4, uint32, start],
      [5, 1, byte, sports[sport]],
      [7, 4, uint32, Math.round(seconds * 1000)],
      [8, 4, uint32, Math.round(seconds * 1000)],
      [9, 4, uint32, Math.round(meters * 100)],
    ]),
    message(3, 34, [
      [253, 4, uint32, end],
      [5, 4, uint32, end + utcOffsetS],
      [1, 2, uint16, 1],
    ]),
  )
  const data = Buffer.concat(messages)
  const header = Buffer.alloc(12)
  header.writeUInt8(12, 0)
  header.writeUInt8(0x20, 1)
  header.writeUInt16LE(2100, 2)
  header.writeUInt32LE(data.length, 4)
  header.write(".FIT", 8, "latin1")
  const whole = Buffer.concat([header, data])
  const sum = Buffer.alloc(2)
  sum.writeUInt16LE(checksum(whole))
  return Buffer.concat([whole, sum])
}

/** A definition message, unless it was defined before, and its data message. */
function message(local: number, global: number, fields: readonly Field[], defined = false): Buffer {
  const definition = Buffer.from([
    0x40 | local,
    0,
    0,
    global & 0xff,
    global >> 8,
    fields.length,
    ...fields.flatMap((field) => field.slice(0, 3)),
  ])
  const values = fields.map(([, size, base, value]) => {
    const cell = Buffer.alloc(size)
    if (base === sint32) cell.writeInt32LE(value)
    else cell.writeUIntLE(value, 0, size)
    return cell
  })
  return Buffer.concat([...(defined ? [] : [definition]), Buffer.from([local]), ...values])
}

const table = [
  0x0000, 0xcc01, 0xd801, 0x1400, 0xf001, 0x3c00, 0x2800, 0xe401, 0xa001, 0x6c00, 0x7800, 0xb401, 0x5000,
  0x9c01, 0x8801, 0x4400,
]

/** The checksum of the FIT protocol, four bits at a time. */
function checksum(bytes: Buffer): number {
  let sum = 0
  for (const value of bytes)
    for (const nibble of [value & 0xf, value >> 4]) {
      sum = (sum >> 4) ^ (table[sum & 0xf] ?? 0) ^ (table[nibble] ?? 0)
    }
  return sum
}
