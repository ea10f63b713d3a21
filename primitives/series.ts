import type { Samples } from "./samples.ts"

/** Samples as JSON: null where nothing was recorded. */
export interface Series {
  /** Seconds from the start. */
  at: number[]
  kmh: (number | null)[]
  heart: (number | null)[]
  /** Degrees. */
  path: ([lat: number, lon: number] | null)[]
}

/** The measurements of a recording, for charts and maps. */
export function toSeries({ slotS, speed, heart, lat, lon }: Samples): Series {
  const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
  return {
    at: speed.map((_, slot) => slot * slotS),
    kmh: speed.map((one) => {
      const mps = known(one)
      return mps === null ? null : Math.round(mps * 36) / 10
    }),
    heart: speed.map((_, slot) => {
      const beats = known(heart[slot])
      return beats === null ? null : Math.round(beats)
    }),
    path: speed.map((_, slot) => {
      const [y, x] = [known(lat[slot]), known(lon[slot])]
      return y === null || x === null ? null : [y, x]
    }),
  }
}
