import { haversine } from "#primitives/great-circle.ts"
import { limits } from "./limits.ts"
import { Refusal } from "./refusal.ts"
import { children, type XmlNode } from "./xml.ts"

/** Totals of a track for which the recorder provided none. Meters, seconds, km/h. */
export interface TrackTotals {
  startedAt: Date
  elapsedS: number
  movingS: number
  distanceM: number
  elevationM: number | null
  fiveMinutesKmh: number | null
}

export interface TrackPoint {
  /** Milliseconds since 1970; NaN when the point has no time. */
  time: number
  /** Degrees; NaN without a position. */
  lat: number
  lon: number
  /** Meters from the start as counted by the recorder; NaN when it did not count. */
  distance: number
  elevation: number
  /** Beats per minute; NaN without one. */
  heart: number
}

/** Slower than this is stationary: a step in three seconds. GPS drifts more slowly. */
const stillMps = 0.3
/** Being stationary for longer counts as a pause. */
const pauseS = 10
/** Faster than this is a GPS jump, not a movement: 216 km/h. */
const jumpMps = 60
/** Smaller elevation changes are noise of the barometer or GPS. */
const climbM = 3

/** Whether GPS jumped, so that the distance in between does not count. */
export function isJump(meters: number, seconds: number): boolean {
  return meters > jumpMps * seconds
}

/** Numbers per point. */
const width = 6

/** Points of one track in flat arrays: a day's ride takes two megabytes. */
export class Track {
  readonly #values: number[] = []
  readonly #breaks = new Set<number>()
  #timed = 0
  #located = 0
  #hearts = 0

  get length(): number {
    return this.#values.length / width
  }

  /** The number of points with a position. */
  get located(): number {
    return this.#located
  }

  /** The number of points with a heart rate. */
  get hearts(): number {
    return this.#hearts
  }

  add({ time, lat, lon, distance, elevation, heart }: TrackPoint): void {
    if (this.length >= limits.points) {
      throw new Refusal(`has more than ${limits.points.toLocaleString("en-US")} track points`)
    }
    if (!Number.isNaN(time)) this.#timed++
    if (!Number.isNaN(lat)) this.#located++
    if (!Number.isNaN(heart)) this.#hearts++
    this.#values.push(time, lat, lon, distance, elevation, heart)
  }

  at(i: number): TrackPoint {
    const [time, lat, lon, distance, elevation, heart] = this.#values.slice(i * width, (i + 1) * width)
    return { time, lat, lon, distance, elevation, heart } as TrackPoint
  }

  /** Marks a pause of the recorder: the gap to the next point adds neither moving time nor distance. */
  pause(): void {
    this.#breaks.add(this.length)
  }

  /** Undefined without two timed points, or if most points have no time: a drawn route with a few remaining times. */
  totals(): TrackTotals | undefined {
    if (this.#timed * 2 < this.length) return undefined
    const steps = this.#steps()
    const [first] = steps
    if (!first) return undefined
    const last = steps.at(-1) as Step
    let distanceM = 0
    let movingS = 0
    let still = 0
    for (const step of steps) {
      if (step.paused) still = 0
      else if (step.meters < stillMps * step.seconds) {
        still += step.seconds
      } else {
        distanceM += step.meters
        movingS += step.seconds
        if (still <= pauseS) movingS += still
        still = 0
      }
    }
    if (still <= pauseS) movingS += still
    return {
      startedAt: new Date(first.from),
      elapsedS: (last.to - first.from) / 1000,
      movingS,
      distanceM,
      elevationM: this.#climb(),
      fiveMinutesKmh: fastestFiveMinutes(steps),
    }
  }

  #steps(): Step[] {
    const v = this.#values
    const steps: Step[] = []
    let before = -1
    for (let i = 0; i < this.length; i++) {
      const time = v[i * width] as number
      if (Number.isNaN(time)) continue
      if (before >= 0) {
        const from = v[before * width] as number
        // The clock was adjusted while recording: time must not run backwards.
        if (time <= from) continue
        const seconds = (time - from) / 1000
        const meters = this.between(before, i)
        const paused = this.pausedBetween(before, i) || isJump(meters, seconds)
        steps.push({ from, to: time, seconds, meters: paused ? 0 : meters, paused })
      }
      before = i
    }
    return steps
  }

  /** Whether the recorder was paused anywhere between two points. */
  pausedBetween(a: number, b: number): boolean {
    if (this.#breaks.size === 0) return false
    for (let i = a + 1; i <= b; i++) if (this.#breaks.has(i)) return true
    return false
  }

  /** Meters between two points: as counted by the recorder, otherwise in a straight line. */
  between(a: number, b: number): number {
    const v = this.#values
    const counted = (v[b * width + 3] as number) - (v[a * width + 3] as number)
    if (!Number.isNaN(counted)) return Math.max(0, counted)
    const meters = haversine(
      v[a * width + 1] as number,
      v[a * width + 2] as number,
      v[b * width + 1] as number,
      v[b * width + 2] as number,
    )
    return Number.isNaN(meters) ? 0 : meters
  }

  #climb(): number | null {
    let climbed = 0
    let level = Number.NaN
    for (let i = 0; i < this.length; i++) {
      const elevation = this.#values[i * width + 4] as number
      if (Number.isNaN(elevation)) continue
      level = Number.isNaN(level) ? elevation : Math.min(level, elevation)
      if (elevation - level >= climbM) {
        climbed += elevation - level
        level = elevation
      }
    }
    return Number.isNaN(level) ? null : climbed
  }
}

interface Step {
  from: number
  to: number
  seconds: number
  meters: number
  paused: boolean
}

/** km/h over the fastest stretch of at least five minutes; null for a shorter track. */
function fastestFiveMinutes(steps: readonly Step[]): number | null {
  let meters = 0
  let start = 0
  let best: number | null = null
  for (const step of steps) {
    meters += step.meters
    // The stretch ends at this step at the latest.
    while (step.to - (steps[start] as Step).to >= 300_000) {
      meters -= (steps[start] as Step).meters
      start++
    }
    const seconds = (step.to - (steps[start] as Step).from) / 1000
    if (seconds >= 300) best = Math.max(best ?? 0, (meters / seconds) * 3.6)
  }
  return best
}

/**
 * Adds the points of a segment of an XML file, behind which the recorder paused.
 * @param runs the points that were read, which the file's nodes name by number
 */
export function addSegment(track: Track, segment: XmlNode, runs: readonly TrackPoint[][]): void {
  for (const { "@n": run } of children(segment, "points"))
    for (const point of runs[Number(run)] ?? []) track.add(point)
  track.pause()
}
