/**
 * Samples of outings that tests describe by position, speed and heart rate as functions of the seconds since the start.
 */
import { firstSlotS, mostSlots, packSamples, type Samples, unpackSamples } from "#primitives/samples.ts"

const degreeM = 111_195

export interface Outing {
  minutes: number
  /** The start in degrees. */
  from: readonly [lat: number, lon: number]
  /** Meters north and east of the start; null where positions are missing. */
  way: (s: number) => readonly [north: number, east: number] | null
  /** Meters per second; by default derived from the positions. */
  speed?: (s: number) => number
  heart?: (s: number) => number
}

/** The samples as decoded from their fingerprint. */
export function samplesOfOuting({ minutes, from, way, speed, heart }: Outing): Samples {
  let slotS = firstSlotS
  while ((minutes * 60) / slotS > mostSlots) slotS *= 2
  const slots = Array.from({ length: Math.floor((minutes * 60) / slotS) }, (_, slot) => slot)
  const mean = (slot: number, value: (s: number) => number) => {
    let sum = 0
    for (let s = 0; s < slotS; s++) sum += value(slot * slotS + s + 0.5)
    return sum / slotS
  }
  const places = slots.map((slot) => way((slot + 0.5) * slotS))
  const east = degreeM * Math.cos((from[0] * Math.PI) / 180)
  const steps = slots.map((slot) => {
    const [a, b] = [way(slot * slotS), way((slot + 1) * slotS)]
    return a && b ? Math.hypot(b[0] - a[0], b[1] - a[1]) / slotS : 0
  })
  const packed = packSamples({
    slotS,
    speed: speed ? slots.map((slot) => mean(slot, speed)) : steps,
    heart: slots.map((slot) => (heart ? mean(slot, heart) : Number.NaN)),
    lat: places.map((place) => (place ? from[0] + place[0] / degreeM : Number.NaN)),
    lon: places.map((place) => (place ? from[1] + place[1] / east : Number.NaN)),
  })
  return unpackSamples(packed) as Samples
}

/** Out and back along a bending street, at a steady speed in meters per second, turning at the given distance. */
export function outAndBack(mps: number, far: number, bearing = 0): Outing["way"] {
  return (s) => {
    const along = (mps * s) % (2 * far)
    const out = along > far ? 2 * far - along : along
    const [north, east] = [out, 300 * Math.sin(out / 900)]
    const angle = (bearing * Math.PI) / 180
    return [
      north * Math.cos(angle) - east * Math.sin(angle),
      north * Math.sin(angle) + east * Math.cos(angle),
    ]
  }
}
