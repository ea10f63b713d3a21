import { type Ages, groupRule } from "#content/board-groups.ts"

/**
 * Bands of ages of which each has enough athletes: from the youngest on, a band that has too few is merged with the next one, and
 * what is left at the end with the one before. None where they would all be one.
 * @param athletesIn the number of athletes in the band that begins with an age
 */
export function mergedAges(athletesIn: (band: number) => number): (Ages & { athletes: number })[] {
  const merged: (Ages & { athletes: number })[] = []
  let open = { from: groupRule.bands[0] as number, athletes: 0 }
  for (const [nr, from] of groupRule.bands.entries()) {
    open.athletes += athletesIn(from)
    if (open.athletes < groupRule.least) continue
    const next = groupRule.bands[nr + 1]
    merged.push({ ...open, to: next === undefined ? null : next - 1 })
    open = { from: next ?? from, athletes: 0 }
  }
  const last = merged.at(-1)
  if (last) {
    last.athletes += open.athletes
    last.to = null
  }
  return merged.length > 1 ? merged : []
}
