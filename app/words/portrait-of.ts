import { artworkFor } from "#content/artwork/artwork.ts"
import { athleteById } from "#content/athletes.ts"
import type { Picture } from "#content/schema.ts"

/** The portrait of an athlete of the directory; null if there is no such athlete. Called by loaders. */
export function portraitOf(athleteId: string): Picture | null {
  return athleteById(athleteId) ? artworkFor("athletes", athleteId) : null
}
