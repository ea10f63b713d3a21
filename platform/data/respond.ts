import { z } from "zod"
import type { Asked } from "./asked.ts"
import { DataError } from "./errors.ts"
import { contentTypes, type Media } from "./media.ts"
import { appliedPreferences } from "./preferences.ts"
import type { AnswerRow } from "./sql/answer.ts"

interface Answered {
  kind: "read" | "call" | "change"
  status: number
  /** Null for no body. */
  body: string | null
  row: AnswerRow
  headers: Record<string, string>
}

/** The response, with the status and headers set by a SQL function. */
export function respond(asked: Asked, { kind, status, body, row, headers }: Answered): Response {
  const isHead = asked.context.method === "HEAD"
  const all: Record<string, string> = { ...headers }
  if (body !== null) all["content-type"] = contentTypes[asked.media]
  const applied = appliedPreferences(asked.prefer, kind)
  if (applied) all["preference-applied"] = applied
  const chosen = chosenStatus(row.status)
  const response = new Response(isHead || chosen === 204 ? null : body, {
    status: chosen ?? status,
    headers: all,
  })
  for (const [name, value] of chosenHeaders(row.headers)) {
    if (name.toLowerCase() === "set-cookie") response.headers.append(name, value)
    else response.headers.set(name, value)
  }
  return response
}

/**
 * Whether a change is committed unless its statement fails: the request has no condition on the number of rows, and is
 * not a dry run.
 */
export function isDecidedByStatement({ prefer, media }: Asked): boolean {
  const isCounted = prefer.handling === "strict" && prefer.maxAffected !== null
  return prefer.tx !== "rollback" && !isCounted && media !== "object" && media !== "stripped-object"
}

/** Throws PGRST116 if a single row was requested and there are none or several. */
export function holdToOne(media: Media, rows: number): void {
  if (rows === 1 || (media !== "object" && media !== "stripped-object")) return
  throw new DataError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  })
}

/** Throws PGRST124 if max-affected is exceeded with strict handling. */
export function holdToMaxAffected({ prefer }: Asked, rows: number): void {
  const { handling, maxAffected } = prefer
  if (handling !== "strict" || maxAffected === null || rows <= maxAffected) return
  throw new DataError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  })
}

function chosenStatus(text: string | null): number | null {
  if (text === null) return null
  if (/^[2-5]\d\d$/.test(text)) return Number(text)
  throw new DataError(500, "PGRST112", "response.status guc must be a valid status code")
}

const headersChosen = z.array(
  z
    .record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\t\x20-\x7e]*$/))
    .refine((one) => Object.keys(one).length === 1),
)

function chosenHeaders(text: string | null): [string, string][] {
  if (text === null) return []
  try {
    return headersChosen.parse(JSON.parse(text)).flatMap((one) => Object.entries(one))
  } catch {
    throw new DataError(
      500,
      "PGRST111",
      "response.headers guc must be a JSON array composed of objects with a single key and a string value",
    )
  }
}
