import { createHash } from "node:crypto"
import { z } from "zod"
import type { Grant, ServiceAnswer } from "#ports/services.ts"
import { exactJson } from "./exact-json.ts"
import { type Particular, refusalOf } from "./refusal.ts"

const patienceMs = 10_000

interface GrantOptions {
  title: string
  tokenUrl: string
  now(): Date
  /** HTTP Basic, for services that expect the client secret there. */
  authorization?: string
  headers?: Record<string, string>
  /** The account's id in the response, if it is there. */
  accountId?(body: unknown): string | null
  particular?: Particular
  /** Whether a response with status 200 is an error at this service. */
  refusedInBody?(body: unknown): ServiceAnswer<never> | null
}

/** An id that may exceed JavaScript's precision, as text. */
export const idShape = z.union([z.string().min(1), z.number().int()]).transform(String)

const tokenShape = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.coerce.number().positive().nullish(),
  scope: z.union([z.string(), z.array(z.string())]).nullish(),
})

/** A longer expiry is not relied on: Polar says 315,360,000 seconds, but may end the grant at any time. */
const longestS = 366 * 86_400

/** Calls the token endpoint (RFC 6749, 4.1.3 and 6) with this form. */
export function createGranter(options: GrantOptions) {
  const { title, tokenUrl, now, authorization, headers, accountId, particular, refusedInBody } = options
  return async (form: Record<string, string>): Promise<ServiceAnswer<Grant>> => {
    const asked = now()
    const response = await fetch(tokenUrl, {
      method: "POST",
      headers: {
        accept: "application/json",
        ...headers,
        ...(authorization ? { authorization } : {}),
      },
      body: new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    })
    const refused = await refusalOf(response, {
      title,
      asked: "token",
      now: asked,
      ...(particular ? { particular } : {}),
    })
    if (refused) return refused
    const body = exactJson(await response.text())
    const inBody = refusedInBody?.(body)
    if (inBody) return inBody
    const given = tokenShape.parse(body)
    const seconds = given.expires_in ?? null
    return {
      ok: true,
      value: {
        accessToken: given.access_token,
        refreshToken: given.refresh_token ?? null,
        until: seconds === null || seconds > longestS ? null : new Date(asked.getTime() + seconds * 1000),
        scopes: given.scope == null ? null : [given.scope].flat().flatMap((scope) => scope.split(/[ ,]+/)),
        accountId: accountId?.(body) ?? null,
      },
    }
  }
}

/** The challenge of a verifier (RFC 7636, 4.2). */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url")
}
