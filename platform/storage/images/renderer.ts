import { Refusal } from "../refusal.ts"
import type { Transform } from "./transform.ts"

/** Formats that are decoded. SVG and PDF are excluded, because their decoders load other files. */
const decoded = new Set(["jpeg", "png", "webp", "gif", "heif", "tiff"])

/**
 * libvips cannot be interrupted while it writes an AVIF, so the effort is chosen to keep the time limit: at these
 * efforts the worst case, noise, took 3 s of CPU time for 4 million pixels and 1.3 s for each 4 million more. The
 * default effort takes 24 s.
 */
const mostAvifPixels = 16_000_000
const avifEffort = (pixels: number) => (pixels > 4_000_000 ? 0 : 2)

interface RenderedImage {
  bytes: Uint8Array<ArrayBuffer>
  mimeType: string
}

interface RendererOptions {
  imagePixels: number
  imageSeconds: number
}

/**
 * Renders one image from another. Throws InvalidRequest if the bytes are not an image, have too many pixels, or take
 * too long.
 */
export type Render = (source: Uint8Array, transform: Transform, accept: string) => Promise<RenderedImage>

/** Renders with libvips. Metadata, including the location of a photo, is not copied. */
export function createRenderer({ imagePixels, imageSeconds }: RendererOptions): Render {
  let loaded: Promise<typeof import("sharp")["default"]> | undefined
  const load = () => {
    loaded ??= loadSharp()
    return loaded
  }

  async function render(
    source: Uint8Array,
    { width, height, resize, quality = 80, format }: Transform,
    accept: string,
  ) {
    const image = (await load())(source, {
      limitInputPixels: imagePixels,
      failOn: "error",
      sequentialRead: true,
    })
    const { format: from, autoOrient: size } = await image.metadata()
    if (!from || !decoded.has(from)) throw new Error("not a format that is decoded")
    const fit = resize === "fill" ? "fill" : resize === "contain" ? "inside" : "cover"
    const automatic = /image\/webp/.test(accept) ? "webp" : "origin"
    const wanted = format ?? automatic
    const to = wanted === "origin" ? (from === "heif" ? "avif" : from) : wanted
    const pixels = pixelsOf(size, { width, height })
    if (to === "avif" && pixels > mostAvifPixels)
      throw new Error(`as AVIF it may have ${mostAvifPixels} pixels; ask for a smaller width or height`)
    const { data, info } = await image
      .autoOrient()
      .resize({ ...(width && { width }), ...(height && { height }), fit, withoutEnlargement: true })
      .toFormat(to, {
        ...(to !== "gif" && { quality }),
        ...(to === "avif" && { effort: avifEffort(pixels) }),
      })
      .timeout({ seconds: imageSeconds })
      .toBuffer({ resolveWithObject: true })
    const type = info.format === "heif" ? "avif" : info.format
    return { bytes: new Uint8Array(data), mimeType: `image/${type}` }
  }

  return (source, transform, accept) =>
    render(source, transform, accept).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : "unknown"
      throw new Refusal("InvalidRequest", `The image cannot be rendered: ${why.slice(0, 200)}`)
    })
}

/** The maximum number of pixels of the result: images are never enlarged. */
function pixelsOf(from: { width: number; height: number }, { width, height }: Transform): number {
  if (width && height) return width * height
  const scale = Math.min(1, (width ?? from.width) / from.width, (height ?? from.height) / from.height)
  return from.width * scale * (from.height * scale)
}

/** Loaded with the first image. */
async function loadSharp() {
  const { default: sharp } = await import("sharp")
  // Every rendering needs its own memory, and more threads than concurrent renderings would gain nothing.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
