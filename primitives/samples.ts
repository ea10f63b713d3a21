/**
 * The measurements of a recording, averaged over slots of equal length: small enough to store with every activity, and
 * detailed enough to recognize the same recording even if its clock, sampling rate or totals differ.
 */
export interface Samples {
  /** Seconds per slot: 15, or that doubled until the recording fits into `mostSlots`. */
  slotS: number
  /** Mean heart rate in beats per minute; NaN if there is none. */
  heart: readonly number[]
  /** Meters per second according to the recorder's distance; NaN where nothing was recorded. */
  speed: readonly number[]
  /** Mean position in degrees; NaN if there is none. */
  lat: readonly number[]
  lon: readonly number[]
  /** Windows of the track, by which parts of it are recognized. */
  windows?: readonly Window[]
  /** Hashes of heart rate changes, some of which also occur in a copy. Most reliable first. */
  beats?: readonly number[]
}

/**
 * A stretch of a track of some minutes around a change of pace. Its description does not depend on place or speed, and
 * changes little when the track is reversed.
 */
export interface Window {
  /** The scale at which the track is described. Windows of different scales are not comparable. */
  scale: number
  /** How the pace changes within it: 28 bits, of which the upper half become their opposites when it is reversed. */
  bits: number
  /** The directions from its middle to four points of it, each 4 bits. Reversing the track reverses their order. */
  form: number
  /** The two least certain bits: of `bits`, or from 32 on of `form`. */
  weak: readonly [number, number]
  /** How certain the least certain one is: 0 to 15. */
  margin: number
  /** Meters and seconds from the beginning of the track to its middle. */
  atM: number
  atS: number
}

export const firstSlotS = 15
export const mostSlots = 128
/** The minimum number of slots; fewer are not enough to tell two recordings apart. */
export const leastSlots = 16
export const mostWindows = 40
export const mostBeats = 12
const [headBytes, windowBytes, beatBytes] = [14, 12, 4] as const
/** The maximum size of packed samples, in bytes. */
export const mostBytes = headBytes + mostSlots * 7 + mostWindows * windowBytes + mostBeats * beatBytes

const version = 2
/** Units in which the middle of a window is stored: 4 meters, half a second (up to nine hours). */
const [windowM, windowS] = [4, 0.5] as const
const noHeart = 0
const noSpeed = 0xffff
const noStep = -0x8000
/** Meters of a degree of latitude. */
const degreeM = 111_195

/**
 * Packed: version, how often 15 seconds are doubled, slots, whether there are heart rates (1) and positions (2); the first
 * position in units of 1e-7 degrees (two int32); how many windows and hashes of beats; heart rates (uint8), centimeters per second (uint16), steps from slot to
 * slot to the north and the east (int16) in units of 2 mm per second of the slot; windows (bits and margin, form, scale and
 * uncertain bits, place, time); hashes of beats (uint32). Little endian.
 */
export function packSamples({ slotS, heart, speed, lat, lon, windows = [], beats = [] }: Samples): Buffer {
  const slots = speed.length
  const hasHeart = heart.some((one) => !Number.isNaN(one))
  const first = lat.findIndex((one) => !Number.isNaN(one))
  const measured = headBytes + slots * (2 + (hasHeart ? 1 : 0) + (first >= 0 ? 4 : 0))
  const bytes = Buffer.alloc(measured + windows.length * windowBytes + beats.length * beatBytes)
  bytes.writeUInt8(version, 0)
  bytes.writeUInt8(Math.log2(slotS / firstSlotS), 1)
  bytes.writeUInt8(slots, 2)
  bytes.writeUInt8((hasHeart ? 1 : 0) + (first >= 0 ? 2 : 0), 3)
  bytes.writeUInt8(windows.length, 12)
  bytes.writeUInt8(beats.length, 13)
  packWindows(bytes.subarray(measured), windows, beats)
  let at: number = headBytes
  if (hasHeart)
    for (const one of heart)
      at = bytes.writeUInt8(Number.isNaN(one) ? noHeart : within(Math.round(one), 1, 255), at)
  for (const one of speed)
    at = bytes.writeUInt16LE(Number.isNaN(one) ? noSpeed : within(Math.round(one * 100), 0, noSpeed - 1), at)
  if (first < 0) return bytes
  const origin = [Math.round((lat[first] as number) * 1e7), Math.round((lon[first] as number) * 1e7)] as const
  bytes.writeInt32LE(origin[0], 4)
  bytes.writeInt32LE(origin[1], 8)
  const { north, east } = unitsPerDegree(slotS, origin[0] / 1e7)
  // Each step starts at the decoded position, so that rounding errors do not accumulate.
  let [reachedNorth, reachedEast] = [0, 0]
  for (let slot = 0; slot < slots; slot++) {
    const y = ((lat[slot] as number) - origin[0] / 1e7) * north - reachedNorth
    const x = ((lon[slot] as number) - origin[1] / 1e7) * east - reachedEast
    const known = !Number.isNaN(y) && !Number.isNaN(x)
    const stepNorth = known ? within(Math.round(y), -0x7fff, 0x7fff) : noStep
    const stepEast = known ? within(Math.round(x), -0x7fff, 0x7fff) : noStep
    at = bytes.writeInt16LE(stepNorth, at)
    at = bytes.writeInt16LE(stepEast, at)
    if (known) {
      reachedNorth += stepNorth
      reachedEast += stepEast
    }
  }
  return bytes
}

function packWindows(bytes: Buffer, windows: readonly Window[], beats: readonly number[]): void {
  let at = 0
  for (const { scale, bits, form, weak, margin, atM, atS } of windows) {
    at = bytes.writeUInt32LE(bits + margin * 2 ** 28, at)
    at = bytes.writeUInt16LE(form, at)
    at = bytes.writeUInt8(weak[0] + scale * 64, at)
    at = bytes.writeUInt8(weak[1], at)
    at = bytes.writeUInt16LE(within(Math.round(atM / windowM), 0, 0xffff), at)
    at = bytes.writeUInt16LE(within(Math.round(atS / windowS), 0, 0xffff), at)
  }
  for (const one of beats) at = bytes.writeUInt32LE(one, at)
}

function unpackWindows(bytes: Buffer, count: number): Required<Pick<Samples, "windows" | "beats">> {
  const windows: Window[] = []
  for (let at = 0; windows.length < count; at += windowBytes) {
    const first = bytes.readUInt32LE(at)
    const weak = bytes[at + 6] as number
    windows.push({
      scale: weak >> 6,
      bits: first & 0x0fffffff,
      form: bytes.readUInt16LE(at + 4),
      weak: [weak & 63, bytes[at + 7] as number],
      margin: first >>> 28,
      atM: bytes.readUInt16LE(at + 8) * windowM,
      atS: bytes.readUInt16LE(at + 10) * windowS,
    })
  }
  const beats: number[] = []
  for (let at = count * windowBytes; at < bytes.length; at += beatBytes) beats.push(bytes.readUInt32LE(at))
  return { windows, beats }
}

/** Null for bytes that were not produced by `packSamples`. */
export function unpackSamples(bytes: Buffer): Samples | null {
  if (bytes[0] !== version) return null
  const doubled = bytes[1] as number
  const slots = bytes[2] as number
  const parts = bytes[3] as number
  const hasHeart = (parts & 1) !== 0
  const hasPlace = (parts & 2) !== 0
  if (doubled > 30 || parts > 3 || slots < leastSlots || slots > mostSlots) return null
  const measured = headBytes + slots * (2 + (hasHeart ? 1 : 0) + (hasPlace ? 4 : 0))
  const [windows, beats] = [bytes[12] as number, bytes[13] as number]
  if (windows > mostWindows || beats > mostBeats) return null
  if (bytes.length !== measured + windows * windowBytes + beats * beatBytes) return null
  const slotS = firstSlotS * 2 ** doubled
  const heart: number[] = []
  const speed: number[] = []
  const lat: number[] = []
  const lon: number[] = []
  const speeds = headBytes + (hasHeart ? slots : 0)
  const steps = speeds + 2 * slots
  const origin = [bytes.readInt32LE(4) / 1e7, bytes.readInt32LE(8) / 1e7] as const
  const { north, east } = unitsPerDegree(slotS, origin[0])
  let [y, x] = [0, 0]
  for (let slot = 0; slot < slots; slot++) {
    const beats = hasHeart ? (bytes[headBytes + slot] as number) : noHeart
    heart.push(beats === noHeart ? Number.NaN : beats)
    const cm = bytes.readUInt16LE(speeds + 2 * slot)
    speed.push(cm === noSpeed ? Number.NaN : cm / 100)
    const stepNorth = hasPlace ? bytes.readInt16LE(steps + 4 * slot) : noStep
    const known = stepNorth !== noStep
    if (known) {
      y += stepNorth
      x += bytes.readInt16LE(steps + 4 * slot + 2)
    }
    lat.push(known ? origin[0] + y / north : Number.NaN)
    lon.push(known ? origin[1] + x / east : Number.NaN)
  }
  return { slotS, heart, speed, lat, lon, ...unpackWindows(bytes.subarray(measured), windows) }
}

function unitsPerDegree(slotS: number, lat: number): { north: number; east: number } {
  const north = degreeM / (slotS * 0.002)
  return { north, east: north * Math.max(0.01, Math.cos((lat * Math.PI) / 180)) }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
