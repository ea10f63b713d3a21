import { expect, test } from "vitest"
import { steepest } from "./climb.ts"
import { Track } from "./track.ts"

interface Shape {
  minutes: number
  elevation: (s: number) => number
  heart?: (s: number) => number
  /** Seconds between points. */
  every?: number
  pauseAt?: number
}

function climbOf({ minutes, elevation, heart = () => Number.NaN, every = 5, pauseAt }: Shape) {
  const track = new Track()
  for (let s = 0; s <= minutes * 60; s += every) {
    if (s === pauseAt) track.pause()
    const place = { lat: 46.5, lon: 8 + s * 4e-5, distance: Number.NaN }
    track.add({ time: s * 1000, ...place, elevation: elevation(s), heart: heart(s) })
  }
  return steepest(track)
}
const up = (mph: number) => (s: number) => (mph * s) / 3600

test.each<[string, Shape, ReturnType<typeof steepest>]>([
  ["a steady climb", { minutes: 40, elevation: up(900), heart: () => 150 }, { climbMph: 900, climbBpm: 150 }],
  [
    "a climb of exactly 15 minutes",
    {
      ...{ minutes: 90, elevation: (s) => up(1000)(Math.min(900, Math.max(0, s - 1800))) },
      heart: (s) => (s > 1800 && s <= 2700 ? 160 : 120),
    },
    { climbMph: 1000, climbBpm: 160 },
  ],
  [
    "a climb of less than 15 minutes",
    { minutes: 14, elevation: up(900) },
    { climbMph: null, climbBpm: null },
  ],
  ["without a heart rate", { minutes: 20, elevation: up(900) }, { climbMph: 900, climbBpm: null }],
  [
    "a heart rate for a part of it",
    { minutes: 20, elevation: up(900), heart: (s) => (s < 300 ? 150 : Number.NaN) },
    { climbMph: 900, climbBpm: null },
  ],
  ["without elevation", { minutes: 20, elevation: () => Number.NaN }, { climbMph: null, climbBpm: null }],
  ["flat", { minutes: 20, elevation: () => 12 }, { climbMph: 0, climbBpm: null }],
  ["downhill", { minutes: 20, elevation: up(-900) }, { climbMph: null, climbBpm: null }],
  [
    "an elevation that is first measured late",
    { minutes: 30, elevation: (s) => (s < 60 ? 0 : 1400 + up(600)(s)) },
    { climbMph: 600, climbBpm: null },
  ],
  [
    "a lift during a pause",
    { minutes: 30, elevation: (s) => up(600)(s) + (s < 900 ? 0 : 14), pauseAt: 900 },
    { climbMph: 600, climbBpm: null },
  ],
])("%s", (_, shape, climb) => {
  const found = climbOf(shape)
  expect(found.climbBpm).toEqual(climb.climbBpm)
  if (climb.climbMph === null) expect(found.climbMph).toBeNull()
  else expect(Math.abs((found.climbMph ?? -1000) - climb.climbMph)).toBeLessThan(12)
})
