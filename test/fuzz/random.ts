/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number
  pick<Item>(items: readonly Item[]): Item
  /** True in `share` of all cases, 0 to 1. */
  chance(share: number): boolean
}

/** The generator "mulberry32": 32 bits of state, enough to spread requests over their kinds. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    pick(items) {
      if (items.length === 0) throw new Error("Nothing to pick from")
      return items[below(items.length)] as (typeof items)[number]
    },
    chance: (share) => next() < share,
  }
}
