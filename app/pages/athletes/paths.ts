import { athletes } from "../../../content/athletes.ts"

/** Addresses of the athletes' own pages. Relative, because the build reads this before any alias is known. */
export const athletePaths: readonly string[] = athletes.map((athlete) => `/athletes/${athlete.id}`)
