/** The crop of a photo: its center, moved by a share of the remaining space, and its zoom. */
export interface Cut {
  /** 1 is the largest square, 4 a quarter of its side. */
  zoom: number
  /** -1 is the left edge, 0 the middle, 1 the right edge. */
  x: number
  y: number
}

/** The square of a picture that a cut shows, in the picture's own pixels. */
export function squareOf(
  picture: { width: number; height: number },
  { zoom, x, y }: Cut,
): { left: number; top: number; side: number } {
  const side = Math.min(picture.width, picture.height) / zoom
  return {
    left: ((picture.width - side) * (x + 1)) / 2,
    top: ((picture.height - side) * (y + 1)) / 2,
    side,
  }
}

/** The cut as a picture of at most `largest` pixels a side, without the camera's metadata. */
export async function cutSquare(picture: ImageBitmap, cut: Cut, largest: number): Promise<Blob | null> {
  const { left, top, side } = squareOf(picture, cut)
  const pixels = Math.round(Math.min(side, largest))
  const canvas = document.createElement("canvas")
  canvas.width = pixels
  canvas.height = pixels
  canvas.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, pixels, pixels)
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.92))
}
