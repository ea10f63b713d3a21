import { figureAddress, photoAddress } from "#content/photos.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"

/** The same picture as on the site's boards: a photograph, or a figure posed for the athlete's sport. @param side of a photograph, in pixels */
export function faceAddress(row: StandingRow, side: 96 | 256): string {
  return row.photo ? photoAddress(row.photo, side, "webp") : figureAddress(row)
}
