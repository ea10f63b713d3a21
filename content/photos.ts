/** Sides of a photograph in pixels: beside a name, on a page, and for dense screens. */
export const photoSides = [96, 256, 768] as const

/** Largest photograph that is accepted, in bytes; browsers send a square cut to the largest side. */
export const photoBytes = 6_000_000

/** The address of one image. `key` is for those who see a photograph that is not shown to others. */
export function photoAddress(
  version: string,
  side: (typeof photoSides)[number],
  format: "avif" | "webp",
  key?: string | null,
): string {
  return `/photos/${version}/${side}.${format}${key ? `?key=${key}` : ""}`
}
