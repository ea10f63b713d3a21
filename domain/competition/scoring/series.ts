import { sameRecordingRule } from "#content/fair-play.ts"

const { leastSlots, leastHeartDeviation } = sameRecordingRule

/** The number of known values of a series, their mean, and their standard deviation; NaN if none is known. */
export interface Known {
  count: number
  mean: number
  deviation: number
}

export function known(values: readonly number[]): Known {
  let [n, sum] = [0, 0]
  for (let slot = 0; slot < values.length; slot++) {
    const value = values[slot] as number
    if (Number.isNaN(value)) continue
    n++
    sum += value
  }
  const mean = sum / n
  let squares = 0
  for (let slot = 0; slot < values.length; slot++) {
    const value = values[slot] as number
    if (!Number.isNaN(value)) squares += (value - mean) ** 2
  }
  return { count: n, mean, deviation: Math.sqrt(squares / n) }
}

/** Whether the heart rates are distinctive enough to compare recordings. */
export function isVaried(heart: readonly number[]): boolean {
  return isVariedSeries(known(heart))
}

export function isVariedSeries({ count, deviation }: Known): boolean {
  return count >= leastSlots && deviation >= leastHeartDeviation
}
