import { rankAmong } from "#content/amounts.ts"

/** "You are 2nd of 60"; somebody who is alone has nobody to be ahead of. */
export function placeInWords(place: { rank: number; total: number }): string {
  return place.total === 1 ? "You are the first on the board" : `You are ${rankAmong(place)}`
}
