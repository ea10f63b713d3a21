import type { Track } from "./track.ts"

/** The duration over which a climb is measured. */
const climbS = 900
/** A faster change of elevation, in meters per second, is an error of measurement: no lift or car climbs so fast. */
const jumpMps = 3
/** After a longer gap, the elevation in between is unknown. */
const gapS = 120

/** The 15 minutes with the fastest climb. */
interface Climb {
  /** Meters gained per hour from start to end; null if elevations do not cover 15 minutes. */
  climbMph: number | null
  /** The mean heart rate during the climb; null if it was measured for less than half of it. */
  climbBpm: number | null
}

export function steepest(track: Track): Climb {
  const steps: { s: number; gained: number; beats: number; heartS: number }[] = []
  let best: Climb = { climbMph: null, climbBpm: null }
  let sum = { s: 0, gained: 0, beats: 0, heartS: 0 }
  let first = 0
  for (const step of stepsOf(track)) {
    steps.push(step)
    sum = added(sum, step, 1)
    while (sum.s - (steps[first] as { s: number }).s >= climbS)
      sum = added(sum, steps[first++] as typeof step, -1)
    if (sum.s < climbS) continue
    const climbMph = Math.round((sum.gained / sum.s) * 3600)
    if (climbMph > (best.climbMph ?? -1))
      best = { climbMph, climbBpm: sum.heartS * 2 >= sum.s ? Math.round(sum.beats / sum.heartS) : null }
  }
  return best
}

type Sums = { s: number; gained: number; beats: number; heartS: number }

function added(a: Sums, b: Sums, times: 1 | -1): Sums {
  return {
    s: a.s + times * b.s,
    gained: a.gained + times * b.gained,
    beats: a.beats + times * b.beats,
    heartS: a.heartS + times * b.heartS,
  }
}

function* stepsOf(track: Track): Generator<Sums> {
  let before = -1
  for (let i = 0; i < track.length; i++) {
    const { time, elevation, heart } = track.at(i)
    if (Number.isNaN(time) || Number.isNaN(elevation)) continue
    if (before >= 0) {
      const last = track.at(before)
      const s = (time - last.time) / 1000
      if (s <= 0) continue
      const gained = elevation - last.elevation
      const isKnown = s <= gapS && Math.abs(gained) <= jumpMps * s && !track.pausedBetween(before, i)
      const heartS = Number.isNaN(heart) ? 0 : s
      yield { s, gained: isKnown ? gained : 0, beats: heartS && heart * s, heartS }
    }
    before = i
  }
}
