import type { Pictures, Portrait } from "#ports/pictures.ts"

/** The formats of cameras and browsers. SVG is excluded, because it is a document whose reader loads other files. */
const decoded = new Set(["jpeg", "png", "webp", "heif"])

/** The size of a photograph of 50 megapixels; a decompression bomb has more. */
const mostPixels = 50_000_000
const secondsForOne = 10

/** Processes images with libvips one request at a time, so that a few uploads do not use every core. */
export function createPictures(): Pictures {
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <Made>(make: () => Promise<Made>): Promise<Made> => {
    const made = queue.then(make)
    queue = made.catch(() => {})
    return made
  }
  return {
    portraits: (bytes, sides) => inTurn(() => portraits(bytes, sides)),
    fitted: (bytes, width) => inTurn(() => fitted(bytes, width)),
  }
}

async function fitted(bytes: Uint8Array, width: number): ReturnType<Pictures["fitted"]> {
  const { default: sharp } = await import("sharp")
  const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" })
  try {
    const { format, hasAlpha } = await open().metadata()
    if (!format || !decoded.has(format)) return null
    const seeThrough = hasAlpha && !(await open().stats()).isOpaque
    const picture = open()
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .timeout({ seconds: secondsForOne })
    const made = seeThrough
      ? picture.png({ compressionLevel: 9, palette: true })
      : picture.flatten({ background: "#ffffff" }).jpeg({ quality: 80, mozjpeg: true })
    const { data, info } = await made.toBuffer({ resolveWithObject: true })
    return { width: info.width, height: info.height, format: seeThrough ? "png" : "jpg", bytes: data }
  } catch {
    // As in `portraits`.
    return null
  }
}

async function portraits(bytes: Uint8Array, sides: readonly number[]): Promise<Portrait[] | null> {
  // Loaded with the first photograph.
  const { default: sharp } = await import("sharp")
  const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" })
  try {
    const { format } = await open().metadata()
    if (!format || !decoded.has(format)) return null
    const made: Portrait[] = []
    for (const side of sides) {
      // Metadata, such as the location, is not copied; its orientation is applied first.
      const square = open()
        .autoOrient()
        .resize(side, side, { fit: "cover" })
        .timeout({ seconds: secondsForOne })
      made.push(
        { side, format: "avif", bytes: await square.clone().avif({ quality: 55, effort: 3 }).toBuffer() },
        { side, format: "webp", bytes: await square.clone().webp({ quality: 78 }).toBuffer() },
      )
    }
    return made
  } catch {
    // libvips has many errors for bytes that are not an image it accepts.
    return null
  }
}
