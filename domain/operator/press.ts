import { createHash, randomUUID } from "node:crypto"
import type { Operator } from "./roles.ts"

/** The hidden field that distinguishes one press of a console form's button from the next. */
const pressField = "press"

/**
 * Identifies one press of a button across repeated requests, by the key of its form, the sender, and all values, so
 * that a form that is changed and submitted again counts as another press. Undefined for a form without a key.
 */
export async function pressOf(form: FormData, sessionId: string | null): Promise<string | undefined> {
  const key = form.get(pressField)
  if (typeof key !== "string" || key.length < 8) return undefined
  const fields = await Promise.all(
    [...form].map(async ([name, value]) => [name, typeof value === "string" ? value : await digestOf(value)]),
  )
  return createHash("sha256")
    .update(JSON.stringify([sessionId, fields]))
    .digest("base64url")
}

/** The batch id of everything that one press does: the same for both requests of a double tap. */
export function batchOf({ press }: Operator): string {
  if (!press) return randomUUID()
  const hex = createHash("sha256").update(`batch ${press}`).digest("hex")
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-")
}

async function digestOf(file: Blob): Promise<string> {
  return createHash("sha256")
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest("base64url")
}
