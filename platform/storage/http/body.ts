import { z } from "zod"
import { limitBody } from "#primitives/body-limit.ts"
import { Refusal } from "../refusal.ts"

/** Enough for 1,000 keys of 1,024 characters. */
const largestBytes = 2 * 1024 * 1024

/**
 * Parses and validates the JSON of a request. Unknown fields are ignored, because clients may be newer than the server.
 */
export async function readJson<Shape extends z.ZodType>(
  request: Request,
  shape: Shape,
): Promise<z.output<Shape>> {
  const limited = await limitBody(request, largestBytes, { whole: true })
  if (!limited) throw new Refusal("EntityTooLarge", "The body exceeded the maximum allowed size")
  const result = shape.safeParse(parse(await limited.request.text()))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Refusal("InvalidRequest", `body/${issue?.path.join("/") ?? ""}: ${issue?.message ?? "invalid"}`)
}

function parse(text: string): unknown {
  if (text.trim() === "") return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal("InvalidRequest", "The body is not valid JSON")
  }
}

/** A client's metadata for an object as JSON text of at most 1 MB. Undefined if there is none. */
export function parseMetadata(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined || text === "") return undefined
  if (text.length <= 1024 * 1024) {
    const parsed = z.record(z.string(), z.unknown()).safeParse(parse(text))
    // PostgreSQL's jsonb cannot store U+0000.
    if (parsed.success && !text.includes("\\u0000")) return parsed.data
  }
  throw new Refusal("InvalidRequest", "The metadata must be a JSON object of at most 1 MB")
}
