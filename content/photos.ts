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

/** The address of a drawn figure as a picture of its own, for pages without the site's scripts; nulls: nobody in particular. */
export function figureAddress(row: { athlete: string | null; figure: string | null }): string {
  return `/faces/${row.athlete ?? "-"}/${row.figure ?? "other"}.svg`
}
