/** Width of the text of a mail in CSS pixels. Some programs ignore styles, so pictures state their width. */
export const columnWidth = 510

/** Pictures are at most this wide: two pixels for each pixel of the column, for dense screens. */
export const pictureWidth = 2 * columnWidth

/** Pictures of articles, which are shown larger, are at most this wide. */
export const articlePictureWidth = 2 * pictureWidth

/** Widths in which every picture can be had, besides its own. */
export const renderedWidths = [columnWidth, pictureWidth] as const

/** Largest picture that is accepted, in bytes. */
export const pictureBytes = 12_000_000

interface Named {
  version: string
  width: number
  height: number
  format: string
}

/** The address of a picture on this site. It contains the size, so that the layout does not shift while it loads. */
export function newsletterPictureAddress({ version, width, height, format }: Named): string {
  return `/newsletter/pictures/${version}/${width}x${height}.${format}`
}

/** The widths of a picture for `srcset`: "... 510w, ... 1020w, ... 2040w". Undefined for a picture of another kind. */
export function pictureSizes(address: string): string | undefined {
  const size = newsletterPictureSize(address)
  if (!size) return undefined
  const smaller = renderedWidths.filter((width) => width < size.width)
  return [...smaller.map((width) => `${address}?width=${width} ${width}w`), `${address} ${size.width}w`].join(
    ", ",
  )
}

/** The size in an address of `newsletterPictureAddress`; null for any other address. */
export function newsletterPictureSize(address: string): { width: number; height: number } | null {
  const [, width, height] =
    /\/newsletter\/pictures\/[0-9a-f-]{36}\/(\d{1,5})x(\d{1,5})\.(?:jpg|png)$/.exec(address) ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}
