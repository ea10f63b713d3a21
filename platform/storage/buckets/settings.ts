import { z } from "zod"
import { featureOff, Refusal, tooLarge } from "../refusal.ts"

/** Decimal units, as Supabase counts: 1 kB is 1,000 bytes. */
const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 }

const mimeType = z
  .string()
  .regex(/^(\*|[\w!#$&^.+-]+)\/(\*|[\w!#$&^.+-]+)$/, "is no type such as image/png or image/*")

/** The settings of a bucket. Absent fields are not changed. */
export const settingsShape = z.object({
  public: z.boolean().nullish(),
  file_size_limit: z.union([z.number(), z.string()]).nullish(),
  allowed_mime_types: z.array(mimeType).max(200).nullish(),
  type: z.enum(["STANDARD", "ANALYTICS", "VECTOR"]).nullish(),
  versioning_status: z.enum(["DISABLED", "ENABLED", "SUSPENDED"]).nullish(),
})

/** Throws FeatureNotEnabled for unsupported settings: previous versions of objects are not stored. */
export function checkFeatures({
  type,
  versioning_status: versioning,
}: Pick<z.output<typeof settingsShape>, "type" | "versioning_status">): void {
  if (type === "ANALYTICS") throw featureOff("iceberg_catalog")
  if (type === "VECTOR") throw featureOff("vectorStore")
  if (versioning && versioning !== "DISABLED") throw featureOff("versioning")
}

/** Bytes of 1024, "20MB" or "1kb". Throws InvalidRequest for anything else, and EntityTooLarge above the server's own limit. */
export function parseSize(given: number | string | null | undefined, largest: number): number | null {
  if (given === null || given === undefined) return null
  const [, number = "", unit = "b"] = /^(\d+(?:\.\d+)?)\s*([a-z]{0,2})$/i.exec(String(given).trim()) ?? []
  const bytes = Math.floor(Number(number) * (units[unit.toLowerCase() || "b"] ?? Number.NaN))
  if (number === "" || !Number.isSafeInteger(bytes))
    throw new Refusal("InvalidRequest", "Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B")
  if (bytes > largest) throw tooLarge()
  return bytes
}
