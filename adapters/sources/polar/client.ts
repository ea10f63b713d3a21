import { createHash } from "node:crypto"
import { z } from "zod"
import type { Announced, Fetched, Grant, Service, ServiceAnswer } from "#ports/services.ts"
import { createAllowance, type HeardWindow, numbersIn } from "../protocol/allowance.ts"
import { type Ask, basic, bearer, createApi } from "../protocol/api.ts"
import { download, withoutFile } from "../protocol/download.ts"
import { createGranter } from "../protocol/grant.ts"
import { malformed } from "../protocol/malformed.ts"
import { preferRecording } from "../protocol/recording.ts"
import type { Particular } from "../protocol/refusal.ts"
import type { ServiceOptions } from "../protocol/service-options.ts"
import { exerciseShape } from "./shapes.ts"
import { verifyPolar } from "./verify.ts"
import { keepWebhook } from "./webhook.ts"

interface PolarOptions extends ServiceOptions {
  /** "https://www.polaraccesslink.com" */
  baseUrl: string
  /** "https://flow.polar.com/oauth2/authorization" */
  authorizeUrl: string
  /** "https://polarremote.com/v2/oauth2/token" */
  tokenUrl: string
}

const title = "Polar"
const dayMs = 86_400_000

/** 403 for any URL means that the athlete has not accepted Polar's own terms. */
const consents: Particular = ({ status }) => (status === 403 ? { ok: false, code: "consent_missing" } : null)

/**
 * Client for Polar AccessLink, version 3: tokens that are never refreshed, exercises of the last 30 days, one signed
 * webhook per client. The deprecated transaction resources are not used.
 */
export function createPolar(options: PolarOptions): Service {
  const { clientId, clientSecret, baseUrl, db, now, userAgent } = options
  const authorization = basic(clientId, clientSecret)
  const headers = { "user-agent": userAgent }
  const allowance = createAllowance({ source: "polar", windows, read: readLimits, db, now })
  const ask = createApi({ title, baseUrl, now, allowance, headers, particular: consents })
  const grant = createGranter({
    title,
    tokenUrl: options.tokenUrl,
    now,
    authorization,
    headers,
    accountId: (body) => accountShape.parse(body).x_user_id,
  })
  return {
    name: "polar",
    connect: {
      authorizeUrl({ state, redirectUri }) {
        const scope = "accesslink.read_all"
        const query = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope, state }
        return `${options.authorizeUrl}?${new URLSearchParams(query)}`
      },
      async exchange({ code, redirectUri, member }) {
        const granted = await grant({ grant_type: "authorization_code", code, redirect_uri: redirectUri })
        return granted.ok ? register(ask, granted.value, member) : granted
      },
      // There is only one scope, which cannot be declined alone.
      suffices: () => true,
      refresh: async () => ({ ok: false, code: "unauthorized" }),
    },
    verify: (request) => verifyPolar(options, request),
    fetch: {
      sinceConnecting: true,
      activity: (token, id) => fetchExercise(options, ask, token, id),
      async activities(token) {
        const listed = await ask("/v3/exercises", z.array(z.unknown()), { authorization: bearer(token) })
        if (!listed.ok) return listed
        return {
          ok: true,
          value: {
            activities: listed.value.map(announce),
            more: false,
            completeSince: new Date(now().getTime() - 30 * dayMs),
          },
        }
      },
    },
    async revoke({ accountId, accessToken }) {
      const gone = await ask(`/v3/users/${encodeURIComponent(accountId)}`, z.unknown(), {
        method: "DELETE",
        authorization: bearer(accessToken),
      })
      // An athlete who is not registered has nothing to revoke.
      if (!gone.ok && gone.code !== "not_found" && gone.code !== "unauthorized") return gone
      return { ok: true, value: null }
    },
    subscribe: (address) => keepWebhook({ ...options, ask, authorization }, address),
  }
}

const accountShape = z.object({ x_user_id: z.union([z.string(), z.number()]).transform(String) })

/** Polar returns no data of an athlete who is not registered. 409: already registered. */
async function register(ask: Ask, grant: Grant, member: string): Promise<ServiceAnswer<Grant>> {
  const registered = await ask("/v3/users", z.unknown(), {
    method: "POST",
    authorization: bearer(grant.accessToken),
    json: { "member-id": member },
  }).catch((error: unknown) => {
    if (error instanceof Error && error.message === `${title} answered 409`) return { ok: true as const }
    throw error
  })
  return registered.ok ? { ok: true, value: grant } : registered
}

/** The list contains summaries; the recording of each is fetched once per version. */
function announce(given: unknown): Fetched | Announced {
  const read = exerciseShape.safeParse(given)
  if (!read.success) return malformed(title, given, read.error)
  const version = createHash("sha256").update(JSON.stringify(given)).digest("base64url").slice(0, 16)
  return { ok: "announced", externalId: read.data.externalId, version }
}

async function fetchExercise(
  { baseUrl, now, readFiles, userAgent }: PolarOptions,
  ask: Ask,
  token: string,
  id: string,
): Promise<ServiceAnswer<Fetched>> {
  const path = `/v3/exercises/${encodeURIComponent(id)}`
  const answer = await ask(path, z.unknown(), { authorization: bearer(token) })
  if (!answer.ok) return answer
  const read = exerciseShape.safeParse(answer.value)
  if (!read.success) return { ok: true, value: malformed(title, answer.value, read.error) }
  const file = withoutFile(
    await download(`${baseUrl}${path}/fit`, {
      title,
      now,
      origins: [new URL(baseUrl).origin],
      headers: { authorization: bearer(token), accept: "*/*", "user-agent": userAgent },
    }),
  )
  if (!file.ok) return file
  const activities = await preferRecording(readFiles, read.data, { bytes: file.value, format: "fit" })
  return { ok: true, value: { ok: true, externalId: read.data.externalId, accountId: null, activities } }
}

/** The application's limits with a single athlete; each connected athlete increases both. */
const windows = [
  { name: "15 minutes", seconds: 900, most: 520 },
  { name: "day", seconds: 86_400, most: 5100 },
]

/** `RateLimit-Usage: 12, 340`, `RateLimit-Limit: 520, 5100`, `RateLimit-Reset: 600, 40000`. */
function readLimits(headers: Headers): HeardWindow[] {
  const [used, most, resets] = ["usage", "limit", "reset"].map((name) =>
    numbersIn(headers.get(`ratelimit-${name}`)),
  )
  return windows.map(({ name }, at) => ({
    name,
    used: used?.[at] ?? Number.NaN,
    most: most?.[at] ?? Number.NaN,
    resetsInS: resets?.[at],
  }))
}
