import { z } from "zod"
import type { Fetched } from "#ports/services.ts"
import { idShape } from "./grant.ts"

/**
 * The outcome of an entry that does not match the service's documentation; it fails alone and not with its whole page.
 */
export function malformed(title: string, given: unknown, error: z.ZodError): Extract<Fetched, { ok: false }> {
  const named = z.object({ id: idShape }).safeParse(given)
  const field = error.issues[0]?.path.join(".") || "whole"
  return {
    ok: false,
    externalId: named.success ? named.data.id : null,
    reason: `is malformed in ${title}'s answer (${field})`,
  }
}
