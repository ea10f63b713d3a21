import { sameRecordingRule } from "#content/fair-play.ts"
import type { Samples } from "#primitives/samples.ts"
import { mix } from "#primitives/windows.ts"
import { spanS } from "./same-recording.ts"
import { deviation, placeSketch, sketchDistance } from "./sketch.ts"
import { keysOf } from "./window-keys.ts"

/** Where a fingerprint is stored: a row of private.fingerprints. */
export interface Cells {
  /** By the middle of the track; null without positions. */
  place: number | null
  placeSketch: bigint | null
  /** The keys of its windows and its heart rates. */
  keys: readonly number[]
  spanS: number
}

/** A cell that can contain the same recording, and its sketch there: a parameter of private.possible_twins. */
export interface Lookup {
  place: number
  sketch: bigint
  /** Range of lengths, in seconds. */
  least: number
  most: number
  /** Whether it is the cell where the recording itself is stored, by this sketch and `spanS`. */
  own: boolean
  /** Length of the recording itself, in seconds. */
  spanS: number
}

/** Degrees of latitude: 2.2 km. */
const placeDegrees = 0.02
/** Of the size of a track, as a logarithm: 22 %. */
const sizeWidth = 0.2
/** Of the direction in which it extends, in radians. */
const extentWidth = 0.3
/** How close to a border the adjacent cell is searched too, as a share of the cell. */
const margin = 0.25
/** Of sketches: 99.5 % of copies are nearer, 99.9 % of other recordings farther. */
export const placeTolerance = 60

/**
 * The cell of a fingerprint: where the track lies, how large it is and how it extends. All of it hardly changes when a
 * recording is resampled, stretched by 1 % or slightly cut, and nothing depends on the clock. Parts of a track, and heart
 * rates alone, are found by the keys instead. Takes the cell from its lookups where those are known.
 */
export function cellsOf(samples: Samples, lookups: readonly Lookup[] = lookupsOf(samples)): Cells {
  const own = lookups.find((one) => one.own)
  return {
    place: own?.place ?? null,
    placeSketch: own?.sketch ?? null,
    keys: keysOf(samples),
    spanS: spanS(samples),
  }
}

/**
 * Every cell that can contain the same track, with the sketch that it would have there: cells narrow a lookup down to few
 * others among millions, and sketches to those that are worth a comparison.
 */
export function lookupsOf(samples: Samples): Lookup[] {
  const sketch = placeSketch(samples)
  if (sketch === null) return []
  const lengths = { spanS: spanS(samples), ...lengthsOfCopies(samples) }
  return placesOf(samples).map((place, nr) => ({ place, sketch, ...lengths, own: nr === 0 }))
}

/** As private.possible_twins: whether the lookup `asked` finds the recording stored in the cell of `own`. */
export function finds(asked: Lookup, own: Lookup): boolean {
  return (
    asked.place === own.place &&
    own.spanS >= asked.least &&
    own.spanS <= asked.most &&
    sketchDistance(asked.sketch, own.sketch) <= placeTolerance
  )
}

/** The minimum and maximum length of a copy, in seconds (`sameRecording`). */
export function lengthsOfCopies(samples: Samples): { least: number; most: number } {
  const span = spanS(samples)
  const { spanShare } = sameRecordingRule
  return { least: Math.floor(span * (1 - spanShare)), most: Math.ceil(span / (1 - spanShare)) }
}

function placesOf({ lat, lon }: Samples): number[] {
  const [y, x] = [medianOf(lat), medianOf(lon)]
  const [north, east] = [deviation(lat), deviation(lon) * Math.cos((y * Math.PI) / 180)]
  const sizes = near(Math.log(Math.max(1e-9, Math.hypot(north, east))), sizeWidth)
  const form = near(Math.atan2(north, east), extentWidth).flatMap((extent) =>
    sizes.map((size) => [size, extent]),
  )
  return near(y, placeDegrees).flatMap((row) => {
    // Cells are square at the latitude of their row, so the row determines how many there are and how they are
    // numbered.
    const width = placeDegrees / Math.max(0.01, Math.cos((Math.floor(row * placeDegrees) * Math.PI) / 180))
    return near(x, width).flatMap((column) => form.map((cell) => mix([row, column, ...cell])))
  })
}

/** The cell of a value, and the adjacent one if the value is near its border. */
function near(value: number, width: number): number[] {
  const own = Math.floor(value / width)
  const within = value / width - own
  if (within < margin) return [own, own - 1]
  return within > 1 - margin ? [own, own + 1] : [own]
}

/** The caller ensures that at least one of the values is known. */
function medianOf(values: readonly number[]): number {
  // Unknown values are sorted last.
  const sorted = new Float64Array(values).sort()
  let count = sorted.length
  while (Number.isNaN(sorted[count - 1])) count--
  return ((sorted[(count - 1) >> 1] as number) + (sorted[count >> 1] as number)) / 2
}
