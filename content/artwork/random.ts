/** A stream of numbers in [0, 1). */
export type Random = () => number

/** The same stream for the same text, on every machine: FNV-1a for the seed, mulberry32 for the numbers. */
export function randomFrom(words: string): Random {
  let hash = 0x811c9dc5
  for (const char of words) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  let state = hash >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** A number between `low` and `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** Smooth noise over the plane in about [-1, 1]: gradients on a lattice, five-degree fade (Perlin 2002). */
export function noiseFrom(random: Random): (x: number, y: number) => number {
  const order = Array.from({ length: 256 }, (_, index) => index)
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = held
  }
  const angle = (x: number, y: number) =>
    ((order[((order[x & 255] ?? 0) + y) & 255] ?? 0) / 256) * Math.PI * 2
  const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
  return (x, y) => {
    const left = Math.floor(x)
    const top = Math.floor(y)
    const dx = x - left
    const dy = y - top
    const corner = (cx: number, cy: number) => {
      const a = angle(left + cx, top + cy)
      return Math.cos(a) * (dx - cx) + Math.sin(a) * (dy - cy)
    }
    const u = fade(dx)
    const upper = corner(0, 0) + u * (corner(1, 0) - corner(0, 0))
    const lower = corner(0, 1) + u * (corner(1, 1) - corner(0, 1))
    return (upper + fade(dy) * (lower - upper)) * 1.5
  }
}
