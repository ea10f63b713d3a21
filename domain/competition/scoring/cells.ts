import { competition } from "#content/competitions.ts"
import type { Samples } from "#primitives/samples.ts"
import { isVaried, spanS } from "./same-recording.ts"
import {
  type Alignment,
  alignHeart,
  alignments,
  deviation,
  placeSketch,
  sketchDistance,
  whole,
} from "./sketch.ts"

/** Where a fingerprint is stored: a row of private.fingerprints. */
export interface Cells {
  /** By the middle of the track; null without positions. */
  place: number | null
  placeSketch: bigint | null
  /** By the shape of the heart rates; null when they are not distinctive. */
  heart: number | null
  heartSketch: bigint | null
  spanS: number
}

/** A cell that can contain the same recording, and what it looks like there: a parameter of private.possible_twins. */
export interface Lookup {
  place: number | null
  heart: number | null
  sketch: bigint
  /** How far the sketch of the same recording may be from this one (`finds`). */
  tolerance: number
  /** Range of lengths, in seconds. */
  least: number
  most: number
  /** Whether it is the cell where the recording itself is stored, by this sketch and `spanS`. */
  own: boolean
  /** Length of the recording itself, in seconds. */
  spanS: number
}

/** One property of a recording, the width of its cells, and how close to a border the adjacent cell is searched too. */
type Property = readonly [value: number, width: number, margin: number]

/** Degrees of latitude: 2.2 km. */
const placeDegrees = 0.02
/** Of the size of a track, as a logarithm: 22 %. */
const sizeWidth = 0.2
/** Of the direction in which it extends, in radians. */
const extentWidth = 0.3
/** How close to a border, as a share of the cell. */
const placeMargin = 0.25
/** Beats per minute, of each property of a heart's shape. */
const heartWidth = 2.2
const heartMargin = 0.4
/** In how many properties at once an adjacent cell is searched: more are rarely near a border. */
const mostAdjacent = 2
/** Of sketches: 99.5 % of copies are nearer, 99.9 % of other recordings farther. */
export const placeTolerance = 60
export const heartTolerance = 10
/** How far the length of a cut recording may be from its alignment's, as a share. */
const alignedSpanShare = 0.028

/**
 * The cells of a fingerprint: where the track lies, how large it is and how it extends; the shape of the heart rates. All of
 * it hardly changes when a recording is resampled, stretched by 1 % or slightly cut, and nothing depends on the clock.
 * Takes them from its lookups where those are known.
 */
export function cellsOf(samples: Samples, lookups: readonly Lookup[] = lookupsOf(samples, [whole])): Cells {
  const byPlace = lookups.find(({ own, place }) => own && place !== null)
  const byHeart = lookups.find(({ own, heart }) => own && heart !== null)
  return {
    place: byPlace?.place ?? null,
    placeSketch: byPlace?.sketch ?? null,
    heart: byHeart?.heart ?? null,
    heartSketch: byHeart?.sketch ?? null,
    spanS: spanS(samples),
  }
}

/**
 * Every cell that can contain the same recording, with the sketch that it would have there: cells narrow a lookup down to
 * few others among millions, and sketches to those that are worth a comparison.
 */
export function lookupsOf(samples: Samples, aligned: readonly Alignment[] = alignments): Lookup[] {
  const sketch = placeSketch(samples)
  const around = range(samples, whole)
  const places = sketch === null ? [] : placesOf(samples)
  return [
    ...places.map((place, nr) => ({
      place,
      heart: null,
      sketch: sketch as bigint,
      tolerance: placeTolerance,
      ...around,
      own: nr === 0,
    })),
    ...(isVaried(samples.heart) ? heartsOf(samples, aligned) : []),
  ]
}

/** As private.possible_twins: whether `asked` finds what is stored in the cell of `own`. */
export function finds(asked: Lookup, own: Lookup): boolean {
  return (
    asked.place === own.place &&
    asked.heart === own.heart &&
    own.spanS >= asked.least &&
    own.spanS <= asked.most &&
    sketchDistance(asked.sketch, own.sketch) <= asked.tolerance
  )
}

/** Between which lengths, in seconds, a copy is (`sameRecording`). */
export function lengthsOfCopies(samples: Samples): { least: number; most: number } {
  const { least, most } = range(samples, whole)
  return { least, most }
}

function range(samples: Samples, { front, back }: Alignment): Pick<Lookup, "least" | "most" | "spanS"> {
  const span = spanS(samples)
  const { spanShare } = competition.sameRecording
  if (front === 0 && back === 0)
    return { spanS: span, least: Math.floor(span * (1 - spanShare)), most: Math.ceil(span / (1 - spanShare)) }
  const share = 1 + front + back
  return {
    spanS: span,
    least: Math.floor(span * (share - alignedSpanShare)),
    most: Math.ceil(span * (share + alignedSpanShare)),
  }
}

function placesOf({ lat, lon }: Samples): number[] {
  const [y, x] = [medianOf(lat), medianOf(lon)]
  const [north, east] = [deviation(lat), deviation(lon) * Math.cos((y * Math.PI) / 180)]
  const form = combined([
    [Math.log(Math.max(1e-9, Math.hypot(north, east))), sizeWidth, sizeWidth * placeMargin],
    [Math.atan2(north, east), extentWidth, extentWidth * placeMargin],
  ])
  return near([y, placeDegrees, placeDegrees * placeMargin]).flatMap((row) => {
    // Square at the latitude of the row, so that the row determines how its cells are numbered.
    const width = placeDegrees / Math.max(0.01, Math.cos((Math.floor(row * placeDegrees) * Math.PI) / 180))
    return near([x, width, width * placeMargin]).flatMap((column) =>
      form.map((cell) => mix([row, column, ...cell])),
    )
  })
}

function heartsOf(samples: Samples, aligned: readonly Alignment[]): Lookup[] {
  const align = alignHeart(samples)
  return aligned.flatMap((alignment) => {
    const heart = align(alignment)
    const around = range(samples, alignment)
    const cells = combined(heart.shape.map((value): Property => [value, heartWidth, heartMargin]))
    return cells.map((cell, nr) => ({
      place: null,
      heart: mix(cell),
      sketch: heart.sketch,
      tolerance: heartTolerance,
      ...around,
      own: alignment === whole && nr === 0,
    }))
  })
}

/** Combinations of the cells near each value, at most `mostAdjacent` of them adjacent ones; the first is made of their own. */
function combined(properties: readonly Property[]): number[][] {
  const found = [properties.map(([value, width]) => Math.floor(value / width))]
  const adjacents = [0]
  for (const [nr, property] of properties.entries()) {
    const adjacent = adjacentTo(property)
    if (adjacent === null) continue
    for (let one = 0, all = found.length; one < all; one++) {
      if (adjacents[one] === mostAdjacent) continue
      const cell = (found[one] as number[]).slice()
      cell[nr] = adjacent
      found.push(cell)
      adjacents.push((adjacents[one] as number) + 1)
    }
  }
  return found
}

/** The cell of a value, and the adjacent one if the value is near its border. */
function near(property: Property): number[] {
  const own = Math.floor(property[0] / property[1])
  const adjacent = adjacentTo(property)
  return adjacent === null ? [own] : [own, adjacent]
}

/** Null if the value is not near a border of its cell. */
function adjacentTo([value, width, margin]: Property): number | null {
  const own = Math.floor(value / width)
  const within = value - own * width
  if (within < margin) return own - 1
  return within > width - margin ? own + 1 : null
}

/** At least one of the values is known. */
function medianOf(values: readonly number[]): number {
  // Unknown ones come last.
  const sorted = new Float64Array(values).sort()
  let count = sorted.length
  while (Number.isNaN(sorted[count - 1])) count--
  return ((sorted[(count - 1) >> 1] as number) + (sorted[count >> 1] as number)) / 2
}

/** A 31-bit hash; a collision only costs a comparison. */
function mix(numbers: readonly number[]): number {
  let mixed = 0x811c9dc5
  for (const one of numbers) mixed = Math.imul(mixed ^ (one & 0xffff), 0x01000193) ^ (one >> 16)
  return (mixed ^ (mixed >>> 15)) & 0x7fffffff
}
