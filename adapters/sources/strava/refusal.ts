import { z } from "zod"
import type { ApplicationRefusal } from "#ports/services.ts"
import { parsed } from "../protocol/parsed.ts"
import { applicationRefused, type Particular } from "../protocol/refusal.ts"

/** The errors in a response: the resource ("Application", "RefreshToken", "AccessToken") and a code. */
const faultShape = z.object({
  errors: z.array(z.object({ resource: z.string().catch(""), code: z.string().catch("") })),
})

/**
 * The meaning of Strava's own errors.
 * @param asked "token" for the sign-in, where the application sends its secret; "api" with an athlete's token
 */
export function faults(asked: "token" | "api"): Particular {
  return ({ status, text }) => {
    if (status === 403) return applicationRefused(forbiddenBecause(text))
    if (status !== 401 && !(status === 400 && asked === "token")) return null
    const read = faultShape.safeParse(parsed(text))
    const errors = read.success ? read.data.errors : []
    if (errors.some(({ resource }) => resource === "Application")) return applicationRefused("credentials")
    // Strava reports a used or unknown code or refresh token as a bad request, and an invalid access token as
    // unauthorized.
    return errors.length > 0 ? { ok: false, code: "unauthorized" } : null
  }
}

function forbiddenBecause(text: string): ApplicationRefusal {
  if (/limit of connected athletes/i.test(text)) return "capacity"
  return /inactive/i.test(text) ? "inactive" : "unknown"
}
