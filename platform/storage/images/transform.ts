import { z } from "zod"

const side = z.coerce.number().int().min(1).max(2000)

/** The supported transformations; the largest side is 2,000 pixels. */
export const transformShape = z.object({
  width: side.optional(),
  height: side.optional(),
  resize: z.enum(["cover", "contain", "fill"]).optional(),
  quality: z.coerce.number().int().min(20).max(100).optional(),
  format: z.enum(["origin", "avif", "webp"]).optional(),
})

export type Transform = z.output<typeof transformShape>

/** Values of the X-Transformations header, which clients compare. */
const resizingTypes = { cover: "fill", contain: "fit", fill: "force" } as const

/** "height:200,width:200,resizing_type:fill,quality:60": the header's value, and the transformation in a signed URL. */
export function writeTransform({ width, height, resize = "cover", quality, format }: Transform): string {
  const parts = {
    height,
    width,
    resizing_type: resizingTypes[resize],
    quality,
    format,
  }
  return Object.entries(parts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}:${value}`)
    .join(",")
}

/** Parses a signed transformation. */
export function readTransform(text: string): Transform {
  const parts = Object.fromEntries(text.split(",").map((part) => part.split(":", 2)))
  const [resize] = Object.entries(resizingTypes).find(([, type]) => type === parts.resizing_type) ?? []
  return transformShape.parse({ ...parts, resize })
}
