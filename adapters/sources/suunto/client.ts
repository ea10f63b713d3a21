import { z } from "zod"
import type { Announced, Fetched, Service, ServiceAnswer } from "#ports/services.ts"
import { createAllowance } from "../protocol/allowance.ts"
import { basic, bearer, createApi } from "../protocol/api.ts"
import { download } from "../protocol/download.ts"
import { createGranter, idShape } from "../protocol/grant.ts"
import { malformed } from "../protocol/malformed.ts"
import { recordingAlone } from "../protocol/recording.ts"
import type { ServiceOptions } from "../protocol/service-options.ts"
import { verifySuunto } from "./verify.ts"

interface SuuntoOptions extends ServiceOptions {
  /** "https://cloudapi.suunto.com" */
  baseUrl: string
  /** "https://cloudapi-oauth.suunto.com" */
  oauthUrl: string
  /** The subscription key of the API, sent with every call. */
  subscriptionKey: string
  /** The secret that signs webhooks. */
  webhookSecret: string
}

const title = "Suunto"
const perPage = 100

/**
 * Client for Suunto's cloud API, version 3, for partners with a contract. Written from its documentation; not tested
 * against the real API.
 */
export function createSuunto(options: SuuntoOptions): Service {
  const { clientId, clientSecret, baseUrl, oauthUrl, db, now, userAgent, subscriptionKey, readFiles } =
    options
  const headers = { "user-agent": userAgent, "ocp-apim-subscription-key": subscriptionKey }
  const allowance = createAllowance({ source: "suunto", windows, read: () => [], db, now })
  const ask = createApi({ title, baseUrl, now, allowance, headers })
  const grant = createGranter({
    title,
    tokenUrl: `${oauthUrl}/oauth/token`,
    now,
    authorization: basic(clientId, clientSecret),
    accountId: (body) => userIn(tokenShape.parse(body).access_token),
  })
  return {
    name: "suunto",
    connect: {
      authorizeUrl({ state, redirectUri }) {
        const query = { response_type: "code", client_id: clientId, redirect_uri: redirectUri, state }
        return `${oauthUrl}/oauth/authorize?${new URLSearchParams(query)}`
      },
      exchange: ({ code, redirectUri }) =>
        grant({ grant_type: "authorization_code", code, redirect_uri: redirectUri }),
      suffices: () => true,
      refresh: ({ refreshToken }) => grant({ grant_type: "refresh_token", refresh_token: refreshToken }),
    },
    verify: (request) => verifySuunto(options.webhookSecret, request),
    fetch: {
      async activity(token, id): Promise<ServiceAnswer<Fetched>> {
        const until = await allowance.take()
        if (until) return { ok: false, code: "limited", until }
        const file = await download(`${baseUrl}/v3/workouts/${encodeURIComponent(id)}/fit`, {
          title,
          now,
          origins: [new URL(baseUrl).origin],
          headers: { ...headers, authorization: bearer(token) },
        })
        if (!file.ok) return file
        const activities = await recordingAlone(readFiles, { externalId: id, files: [file.value] })
        if (!activities) return unreadable(id)
        return { ok: true, value: { ok: true, externalId: id, accountId: null, activities } }
      },
      async activities(token, { after, page }) {
        const query = new URLSearchParams({
          since: String(after.getTime()),
          limit: String(perPage),
          offset: String((page - 1) * perPage),
          "filter-by-modification-time": "false",
        })
        const listed = await ask(`/v3/workouts/?${query}`, pageShape, { authorization: bearer(token) })
        if (!listed.ok) return listed
        const { payload } = listed.value
        return { ok: true, value: { activities: payload.map(announce), more: payload.length >= perPage } }
      },
    },
    async revoke({ accessToken }) {
      const gone = await fetch(
        `${oauthUrl}/oauth/deauthorize?${new URLSearchParams({ client_id: clientId })}`,
        {
          headers: { authorization: bearer(accessToken) },
          redirect: "error",
          signal: AbortSignal.timeout(10_000),
        },
      )
      await gone.body?.cancel()
      if (gone.status >= 500) throw new Error(`${title} answered ${gone.status}`)
      return { ok: true, value: null }
    },
  }
}

function unreadable(externalId: string): ServiceAnswer<Fetched> {
  return { ok: true, value: { ok: false, externalId, reason: "has no recording that can be read" } }
}

const tokenShape = z.object({ access_token: z.string() })
const claims = z.object({ user: z.string().min(1) })
const pageShape = z.object({ payload: z.array(z.unknown()) })
const workoutShape = z.object({ workoutKey: idShape, lastModified: z.number().optional() })

/** The user's name from the access token, which is a JWT received from Suunto itself. */
function userIn(token: string): string | null {
  try {
    const payload = Buffer.from(token.split(".")[1] ?? "", "base64url").toString()
    return claims.parse(JSON.parse(payload)).user
  } catch {
    return null
  }
}

function announce(given: unknown): Fetched | Announced {
  const read = workoutShape.safeParse(given)
  if (!read.success) return malformed(title, given, read.error)
  return { ok: "announced", externalId: read.data.workoutKey, version: String(read.data.lastModified ?? "") }
}

/** Suunto does not publish its limits. */
const windows = [{ name: "minute", seconds: 60, most: 10 }]
