/** Side lengths of a photo in pixels: beside a name, on a page, and for dense screens. */
export const photoSides = [96, 256, 768] as const

/** Largest photo that is accepted, in bytes; browsers send a square cut to the largest side. */
export const photoBytes = 6_000_000

/** The address of one image. `key` gives access to a photo that is not shown to others. */
export function photoAddress(
  version: string,
  side: (typeof photoSides)[number],
  format: "avif" | "webp",
  key?: string | null,
): string {
  return `/photos/${version}/${side}.${format}${key ? `?key=${key}` : ""}`
}

/**
 * The address of a drawn figure as a separate picture, for pages without the site's scripts; nulls for an anonymous
 * figure.
 */
export function figureAddress(row: { athlete: string | null; figure: string | null }): string {
  return `/faces/${row.athlete ?? "-"}/${row.figure ?? "other"}.svg`
}
