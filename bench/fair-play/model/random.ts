/** Pseudorandom numbers that depend only on the words of their seed. */
export interface Random {
  /** From 0 up to 1. */
  next(): number
  between(least: number, most: number): number
  normal(mean: number, deviation: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
}

/** The same words give the same numbers, regardless of earlier draws. */
export function createRandom(...words: readonly (string | number)[]): Random {
  let state = hashOf(words.join("\n"))
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return {
    next,
    between: (least, most) => least + (most - least) * next(),
    normal: (mean, deviation) => mean + deviation * normal(),
    chance: (share) => next() < share,
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
  }
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/**
 * Correlated noise: neighboring values are similar, and after `memoryS` seconds the correlation is gone. Its standard
 * deviation is `deviation`.
 */
export function createDrift(random: Random, deviation: number, memoryS: number): (seconds: number) => number {
  let value = random.normal(0, deviation)
  return (seconds) => {
    const kept = Math.exp(-seconds / memoryS)
    value = value * kept + random.normal(0, deviation * Math.sqrt(1 - kept * kept))
    return value
  }
}
