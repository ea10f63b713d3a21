import { type Ended, ended } from "#domain/competition/seasons/ended.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"

/** A season that has just ended, and the end of its current state in words: "Nov 23, 2026, 12:00 PM". */
export type ToldEnded = Omit<Ended, "until"> & { until: string | null }

/** The seasons that have just ended, prepared for pages; for loaders. */
export async function endedOf(world: World): Promise<ToldEnded[]> {
  return (await ended(world)).map((one) => ({
    ...one,
    until: one.until && momentInWords(new Date(one.until)),
  }))
}
