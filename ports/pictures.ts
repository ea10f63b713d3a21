/** One image made from another: square, upright, without metadata. */
export interface Portrait {
  /** Pixels of a side. */
  side: number
  format: "avif" | "webp"
  bytes: Uint8Array
}

/** A picture for a page or a mail: upright, without metadata, in the format that every mail program shows. */
interface FittedPicture {
  width: number
  height: number
  /** png where it is transparent somewhere. */
  format: "jpg" | "png"
  bytes: Uint8Array
}

export interface Pictures {
  /** The whole picture, at most `width` pixels wide and never enlarged. Null as for `portraits`. */
  fitted(bytes: Uint8Array, width: number): Promise<FittedPicture | null>
  /**
   * Portraits of each size in each format. The type of the bytes is found in them. Null when they are no image, have too many
   * pixels, or take too long.
   */
  portraits(bytes: Uint8Array, sides: readonly number[]): Promise<Portrait[] | null>
}
