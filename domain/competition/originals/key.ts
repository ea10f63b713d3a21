/** Where the files of all athletes are kept. */
export const originalsArea = "recordings"

/** Where the files of one athlete are kept: apart from those of others, so that they can be erased together. */
export function areaOf(athleteId: number): string {
  return `${originalsArea}/${athleteId}`
}

/** The key of a file by the SHA-256 of its bytes. */
export function keyOf(athleteId: number, sha256: string): string {
  return `${areaOf(athleteId)}/${sha256}`
}
