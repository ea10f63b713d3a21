/**
 * A short stretch of a series, described so that it can be found in another series with a different beginning, end or
 * direction.
 */
export interface Stretch {
  /** Its middle, as an index into the series. */
  at: number
  /**
   * Each is the sign of a sum of differences within the stretch. The lower half does not change when the direction is
   * reversed.
   */
  bits: number
  /** The bits nearest to the other sign and how far from it they are, nearest first. */
  weak: readonly { bit: number; margin: number }[]
}

const bitCount = 28
const half = bitCount / 2
/** The bits that become their opposites when the direction is reversed. */
export const oddBits = 0x0fffc000
/** Steps of a stretch to each side of its middle. */
export const reach = 8
const differences = 2 * reach
/**
 * A middle is a value that differs from those this many steps before and after it more than any of its neighbors within
 * the same distance does.
 */
const aside = 3
/**
 * Steps to each side over which values are averaged: to compare within a stretch, and to find its middle. Large enough
 * to hide rounding to whole seconds, as in a track that was sped up.
 */
const [smooth, calm] = [1, 1]
/** Values farther than this from the median of a stretch, such as those of stops, are clamped to this distance. */
const most = 0.2
const weakest = 2
/** A stretch that changes less from step to step, as a share of the value, contains only rounding noise. */
const leastChange = 0.004

const rows = signs()

/**
 * Stretches around the points where a series bends most. Those that hardly change or contain an unknown value (NaN) are omitted. A step is
 * `perStep` values.
 */
export function stretchesOf(series: Float64Array, perStep: number): Stretch[] {
  const bends = bendsOf(averaged(series, Math.round(calm * perStep)), aside * perStep)
  const values = averaged(series, Math.round(smooth * perStep))
  const stretches: Stretch[] = []
  const room = reach * perStep + 1
  for (let at = room; at < series.length - room; at++) {
    if (!isPeak(bends, at, aside * perStep)) continue
    const stretch = stretchAt(values, at + offset(bends, at), perStep)
    if (stretch) stretches.push(stretch)
  }
  return stretches
}

function bendsOf(values: Float64Array, by: number): Float64Array {
  const bends = new Float64Array(values.length).fill(Number.NaN)
  for (let at = by; at < values.length - by; at++)
    bends[at] = (values[at] as number) - ((values[at - by] as number) + (values[at + by] as number)) / 2
  return bends
}

function isPeak(bends: Float64Array, at: number, among: number): boolean {
  const size = Math.abs(bends[at] as number)
  if (!(size > 0)) return false
  for (let by = 1; by <= among; by++)
    if (Math.abs(bends[at - by] as number) >= size || Math.abs(bends[at + by] as number) > size) return false
  return true
}

/** Where between its neighbors the extreme of three values is. */
function offset(values: Float64Array, at: number): number {
  const [before, value, after] = [values[at - 1] as number, values[at] as number, values[at + 1] as number]
  const by = (before - after) / (2 * (before - 2 * value + after))
  return Number.isFinite(by) ? Math.max(-0.5, Math.min(0.5, by)) : 0
}

/** Averages over `by` values to each side; NaN where one of them is unknown. */
function averaged(series: Float64Array, by: number): Float64Array {
  const sums = new Float64Array(series.length + 1)
  const unknown = new Float64Array(series.length + 1)
  for (let at = 0; at < series.length; at++) {
    const value = series[at] as number
    sums[at + 1] = (sums[at] as number) + (Number.isNaN(value) ? 0 : value)
    unknown[at + 1] = (unknown[at] as number) + (Number.isNaN(value) ? 1 : 0)
  }
  return series.map((_, at) => {
    const [from, to] = [Math.max(0, at - by), Math.min(series.length, at + by + 1)]
    if (unknown[to] !== unknown[from]) return Number.NaN
    return ((sums[to] as number) - (sums[from] as number)) / (to - from)
  })
}

function stretchAt(values: Float64Array, at: number, perStep: number): Stretch | undefined {
  const low = Math.floor(at)
  const share = at - low
  const cut = new Float64Array(differences + 1)
  for (let nr = 0; nr <= differences; nr++) {
    const from = low + (nr - reach) * perStep
    cut[nr] = (values[from] as number) * (1 - share) + (values[from + 1] as number) * share
  }
  if (cut.some(Number.isNaN)) return undefined
  const middle = cut.toSorted()[reach] as number
  const steps = new Float64Array(differences)
  let squares = 0
  const within = (nr: number) => Math.max(-most, Math.min(most, (cut[nr] as number) - middle))
  for (let nr = 0; nr < differences; nr++) {
    const step = within(nr + 1) - within(nr)
    steps[nr] = step
    squares += step * step
  }
  if (squares < leastChange ** 2 * differences) return undefined
  const size = Math.sqrt(squares * differences)
  let bits = 0
  const margins = rows.map((row, bit) => {
    let sum = 0
    for (let nr = 0; nr < differences; nr++) sum += (steps[nr] as number) * (row[nr] as number)
    if (sum > 0) bits |= 1 << bit
    return { bit, margin: Math.abs(sum) / size }
  })
  return { at, bits, weak: margins.sort((a, b) => a.margin - b.margin).slice(0, weakest) }
}

/** Must be the same in every process, because stored stretches depend on them. */
function signs(): Int8Array[] {
  let state = 20_261_125
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 16) & 1 ? 1 : -1
  }
  return Array.from({ length: bitCount }, (_, bit) => {
    const row = new Int8Array(differences)
    for (let nr = 0; nr < reach; nr++) {
      row[nr] = next()
      row[differences - 1 - nr] = (bit < half ? -1 : 1) * (row[nr] as number)
    }
    return row
  })
}

/** The number of bits in which two numbers differ. */
export function bitsApart(a: number, b: number): number {
  let bits = a ^ b
  bits -= (bits >>> 1) & 0x55555555
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** A 31-bit hash; a collision only costs a comparison. */
export function mix(numbers: readonly number[]): number {
  let mixed = 0x811c9dc5
  for (const one of numbers) mixed = Math.imul(mixed ^ (one & 0xffff), 0x01000193) ^ (one >> 16)
  return (mixed ^ (mixed >>> 15)) & 0x7fffffff
}
