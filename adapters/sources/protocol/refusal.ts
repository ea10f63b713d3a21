import { z } from "zod"
import type { ApplicationRefusal, ServiceAnswer } from "#ports/services.ts"
import { closedUntil } from "./closed-until.ts"

/** An unsuccessful response, for services that differ from the general rules. */
interface Unsuccessful {
  status: number
  /** The beginning of the body. */
  text: string
  /** The code of an OAuth error (RFC 6749, 5.2), if the body has one. */
  error: string | null
}

/** Returns the meaning of this response at this service; null applies the rules of `refusalOf`. */
export type Particular = (response: Unsuccessful) => ServiceAnswer<never> | null

export function applicationRefused(because: ApplicationRefusal): ServiceAnswer<never> {
  return { ok: false, code: "application_refused", because }
}

const oauthError = z.object({ error: z.string() })

/**
 * Classifies an unsuccessful response; null for a successful one. Throws for an outage and for ambiguous errors, so that no
 * athlete suffers from a wrong guess.
 * @param asked "token" for the token endpoint, where the application sends its secret; "api" with an athlete's token
 */
export async function refusalOf(
  response: Response,
  {
    title,
    asked,
    now,
    particular = () => null,
  }: { title: string; asked: "token" | "api"; now: Date; particular?: Particular },
): Promise<ServiceAnswer<never> | null> {
  const { status } = response
  if (response.ok) return null
  const text = (await response.text()).slice(0, 2000)
  const error = errorIn(text)
  if (status === 429) return { ok: false, code: "limited", until: closedUntil(response.headers, now) }
  const special = particular({ status, text, error })
  if (special) return special
  if (asked === "token") {
    if (error === "invalid_grant") return { ok: false, code: "unauthorized" }
    if (error === "invalid_client" || error === "unauthorized_client" || status === 401)
      return applicationRefused("credentials")
  } else {
    if (status === 401) return { ok: false, code: "unauthorized" }
    if (status === 404 || status === 410) return { ok: false, code: "not_found" }
  }
  if (status === 403) return applicationRefused("unknown")
  throw new Error(`${title} answered ${status}`)
}

function errorIn(text: string): string | null {
  try {
    const read = oauthError.safeParse(JSON.parse(text))
    return read.success ? read.data.error : null
  } catch {
    return null
  }
}
