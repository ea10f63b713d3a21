/** One image made from another: square, upright, without metadata. */
export interface Portrait {
  /** The length of a side in pixels. */
  side: number
  format: "avif" | "webp"
  bytes: Uint8Array
}

/** A picture for a page or a mail: upright, without metadata, in a format that every mail program shows. */
interface FittedPicture {
  width: number
  height: number
  /** PNG if any part of it is transparent. */
  format: "jpg" | "png"
  bytes: Uint8Array
}

export interface Pictures {
  /** The whole picture, at most `width` pixels wide and never enlarged. Null in the same cases as `portraits`. */
  fitted(bytes: Uint8Array, width: number): Promise<FittedPicture | null>
  /**
   * Portraits of each size in each format. The image type is detected from the bytes. Null if they are not an image,
   * have too many pixels, or take too long to process.
   */
  portraits(bytes: Uint8Array, sides: readonly number[]): Promise<Portrait[] | null>
}
