import type { Context } from "hono"
import { z } from "zod"
import { limitBody } from "#primitives/body-limit.ts"
import { isPlain } from "#primitives/plain.ts"
import { invalid, Refusal } from "../refusal.ts"

/** Far above any request this API accepts. */
const largestBodyBytes = 65_536

/** Metadata is part of every token, and so of every request's headers. */
const largestMetadataBytes = 4_096

/**
 * Parses and validates the JSON object in the request body. An empty body is `{}`. Throws bad_json (400),
 * validation_failed (400) or 413.
 */
export async function readBody<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.output<Shape>> {
  const text = await readText(c.req.raw)
  const parsed = text.trim() === "" ? {} : parse(text)
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw new Refusal(400, "bad_json", "Could not parse request body as JSON: an object is expected")
  if (!isPlain(parsed))
    throw new Refusal(400, "bad_json", "Could not parse request body as JSON: text that cannot be stored")
  const result = shape.safeParse(parsed)
  if (result.success) return result.data
  const [issue] = result.error.issues as [z.core.$ZodIssue]
  throw invalid(`${issue.path.join(".")}: ${issue.message}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which may contain a password.
    throw new Refusal(400, "bad_json", "Could not parse request body as JSON")
  }
}

async function readText(request: Request): Promise<string> {
  const limited = await limitBody(request, largestBodyBytes, { whole: true })
  if (!limited)
    throw new Refusal(413, "validation_failed", `Request body is larger than ${largestBodyBytes} bytes`)
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await limited.request.arrayBuffer())
  } catch {
    throw new Refusal(400, "bad_json", "Could not parse request body as JSON: it is not UTF-8")
  }
}

/** A string that clients may send as missing, null or empty; all of them become "". */
export const text = z
  .string()
  .max(4_096)
  .nullish()
  .transform((value) => value ?? "")

/** Free-form user metadata, at most 4 KiB as JSON. */
export const metadata = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => JSON.stringify(value).length <= largestMetadataBytes,
    `at most ${largestMetadataBytes} bytes`,
  )
  .nullish()
  .transform((value) => value ?? undefined)

/** The fields that request PKCE (RFC 7636). */
export const pkceFields = { code_challenge: text, code_challenge_method: text }
