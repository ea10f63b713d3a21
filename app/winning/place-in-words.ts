import { grouped, ordinal } from "#content/amounts.ts"

/** "You are 2nd of 60"; somebody who is alone has nobody to be ahead of. */
export function placeInWords({ rank, total }: { rank: number; total: number }): string {
  return total === 1 ? "You are the first on the board" : `You are ${ordinal(rank)} of ${grouped(total)}`
}
