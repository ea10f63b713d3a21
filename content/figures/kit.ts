/** Colors of kits, by number. Strava's orange is deliberately missing. */
export const kits = [
  "#D4FF3A",
  "#3D5AFE",
  "#FF5C8A",
  "#19B8A6",
  "#8F6BFF",
  "#FFC93C",
  "#FBFAF6",
  "#6CC5FF",
] as const

/** Backgrounds of figures, by number: stone, slate and sand. */
const grounds = 3

/** An athlete's kit, derived from their slug on the boards: always the same, and computable from the slug alone. */
export function kitOf(athlete: string): { kit: number; ground: number; bib: number } {
  let hash = 2398
  for (const char of athlete) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  // Similar names differ in few bits: spread them (the finalizer of MurmurHash3).
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  hash = (hash ^ (hash >>> 16)) >>> 0
  return { kit: hash % kits.length, ground: (hash >>> 4) % grounds, bib: ((hash >>> 8) % 899) + 101 }
}
