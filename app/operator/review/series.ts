import type { Samples } from "#primitives/samples.ts"

/** Samples as JSON can carry them: null where nothing was recorded. */
export interface Series {
  /** Seconds from the start. */
  at: number[]
  kmh: (number | null)[]
  heart: (number | null)[]
  /** Degrees. */
  path: ([lat: number, lon: number] | null)[]
}

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

/** One measure over time. */
export interface LineProps {
  label: string
  unit: string
  /** Seconds from the start. */
  at: readonly number[]
  values: readonly (number | null)[]
  /** Values of the rule, drawn across. */
  limits?: readonly { value: number; label: string }[]
}

/** A one-sentence summary of a line, for those who do not see it. */
export function inWords(label: string, unit: string, values: readonly (number | null)[]): string {
  const known = values.filter((one) => one !== null)
  if (known.length === 0) return `${label}: not recorded`
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length
  return `${label}: from ${Math.min(...known)} to ${Math.max(...known)} ${unit}, ${mean.toFixed(1)} on average`
}
