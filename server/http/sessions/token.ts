import { z } from "zod"
import type { VerifiedToken } from "#domain/cookie-session.ts"
import type { Claims } from "#platform/gateway/contract.ts"

const shape = z.object({
  sub: z.uuid(),
  session_id: z.uuid(),
  aal: z.enum(["aal1", "aal2"]).default("aal1"),
  app_metadata: z.object({ role: z.unknown().optional() }).default({}),
  /** Seconds since the epoch. Older services send only the names of methods. */
  amr: z.array(z.union([z.object({ method: z.string(), timestamp: z.number() }), z.string()])).default([]),
})

/** Authentication methods that are a second factor; the others are a first one. */
const secondFactors = /^(totp|mfa\/|webauthn$|phone$)/

/** The data for a session from the claims of a verified access token; null if it is not a member's token. */
export function readToken(claims: Claims): VerifiedToken | null {
  const read = shape.safeParse(claims)
  if (!read.success) return null
  const { sub, session_id, aal, amr, app_metadata } = read.data
  const secondFactor = aal === "aal2"
  const proofs = amr.flatMap((proof) =>
    typeof proof !== "string" && (!secondFactor || secondFactors.test(proof.method))
      ? [proof.timestamp * 1000]
      : [],
  )
  return {
    userId: sub,
    authSessionId: session_id,
    role: app_metadata.role,
    secondFactor,
    provenAt: proofs.length > 0 ? new Date(Math.max(...proofs)) : null,
  }
}
