import { z } from "zod"
import type { ApplicationRefusal, ServiceAnswer } from "#domain/services.ts"
import { closedUntil } from "../protocol/closed-until.ts"

/** The errors in a response: the resource ("Application", "RefreshToken", "AccessToken") and a code. */
const faultShape = z.object({
  message: z.string().catch(""),
  errors: z.array(z.object({ resource: z.string().catch(""), code: z.string().catch("") })).catch([]),
})

/**
 * Classifies an unsuccessful response; null for a successful one. Throws for an outage and for ambiguous errors, so that no
 * athlete suffers from a wrong guess.
 * @param asked "token" for the sign-in, where the application sends its secret; "api" with an athlete's token
 */
export async function refusalOf(
  response: Response,
  { asked, now }: { asked: "token" | "api"; now: Date },
): Promise<ServiceAnswer<never> | null> {
  const { status } = response
  if (response.ok) return null
  const text = (await response.text()).slice(0, 2000)
  if (status === 429) return { ok: false, code: "limited", until: closedUntil(response.headers, now) }
  if (status === 404 && asked === "api") return { ok: false, code: "not_found" }
  if (status === 403) return applicationRefused(forbiddenBecause(text))
  if (status === 401 || (status === 400 && asked === "token")) {
    const { errors } = faultIn(text)
    if (errors.some(({ resource }) => resource === "Application")) return applicationRefused("credentials")
    // To Strava a used or unknown code or refresh token is a bad request, an invalid access token is unauthorized.
    if (errors.length > 0 || (status === 401 && asked === "api")) return { ok: false, code: "unauthorized" }
    if (status === 401) return applicationRefused("credentials")
  }
  throw new Error(`Strava answered ${status}`)
}

function applicationRefused(because: ApplicationRefusal): ServiceAnswer<never> {
  return { ok: false, code: "application_refused", because }
}

function forbiddenBecause(text: string): ApplicationRefusal {
  if (/limit of connected athletes/i.test(text)) return "capacity"
  return /inactive/i.test(text) ? "inactive" : "unknown"
}

function faultIn(text: string): z.output<typeof faultShape> {
  try {
    return faultShape.parse(JSON.parse(text))
  } catch {
    return { message: "", errors: [] }
  }
}
