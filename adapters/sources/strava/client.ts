import { z } from "zod"
import type { Db } from "#ports/db.ts"
import type { Service, ServiceAnswer } from "#ports/services.ts"
import { createAllowance } from "../protocol/allowance.ts"
import { basic, bearer, createApi } from "../protocol/api.ts"
import { createGranter, idShape } from "../protocol/grant.ts"
import { refusalOf } from "../protocol/refusal.ts"
import { readLimits, windows } from "./limits.ts"
import { faults } from "./refusal.ts"
import { clubsShape, fetchedShape } from "./shapes.ts"
import { verifyStrava } from "./verify.ts"

interface StravaOptions {
  clientId: string
  clientSecret: string
  /** The token that Strava must return when it validates the webhook address; null disables events. */
  verifyToken: string | null
  /** "https://www.strava.com/api/v3"; Strava will move it in 2027. */
  baseUrl: string
  /** "https://www.strava.com/oauth" */
  oauthUrl: string
  /** The club that members of the competition must join; null disables the check. */
  clubId: string | null
  db: Db
  now: () => Date
}

const title = "Strava"
const scopes = "read,activity:read"
const perPage = 200
const ownerShape = z.object({ athlete: z.object({ id: idShape }).optional() })

/**
 * Client for Strava's API, version 3, as of 2026: tokens only in headers, validated responses, rate limits shared
 * across processes.
 */
export function createStrava(options: StravaOptions): Service {
  const { baseUrl, oauthUrl, clientId, clientSecret, clubId, db, now } = options
  const allowance = createAllowance({ source: "strava", windows, read: readLimits, db, now })
  const ask = createApi({ title, baseUrl, now, allowance, particular: faults("api") })
  const grant = createGranter({
    title,
    tokenUrl: `${oauthUrl}/token`,
    now,
    accountId: (body) => ownerShape.parse(body).athlete?.id ?? null,
    particular: faults("token"),
  })
  const application = { client_id: clientId, client_secret: clientSecret }
  return {
    name: "strava",
    connect: {
      authorizeUrl({ state, redirectUri }) {
        const query = new URLSearchParams({
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: "code",
          approval_prompt: "auto",
          scope: scopes,
          state,
        })
        return `${oauthUrl}/authorize?${query}`
      },
      exchange: ({ code }) => grant({ ...application, grant_type: "authorization_code", code }),
      suffices: (agreed) => agreed.includes("activity:read") || agreed.includes("activity:read_all"),
      refresh: ({ refreshToken }) =>
        grant({ ...application, grant_type: "refresh_token", refresh_token: refreshToken }),
    },
    verify: (request) => verifyStrava(options, request),
    fetch: {
      activity: (token, id) =>
        ask(`/activities/${encodeURIComponent(id)}`, fetchedShape, { authorization: bearer(token) }),
      async activities(token, { after, page }) {
        const from = Math.floor(after.getTime() / 1000)
        const path = `/athlete/activities?after=${from}&page=${page}&per_page=${perPage}`
        const answer = await ask(path, fetchedShape.array(), { authorization: bearer(token) })
        if (!answer.ok) return answer
        return { ok: true, value: { activities: answer.value, more: answer.value.length >= perPage } }
      },
      ...(clubId === null
        ? {}
        : {
            async isClubMember(token: string) {
              const path = `/athlete/clubs?per_page=${perPage}`
              const answer = await ask(path, clubsShape, { authorization: bearer(token) })
              return answer.ok ? { ok: true, value: answer.value.includes(clubId) } : answer
            },
          }),
    },
    revoke: ({ accessToken, refreshToken }) => revoke(options, refreshToken ?? accessToken),
  }
}

/** Invalidates both tokens of the grant. */
async function revoke(
  { oauthUrl, clientId, clientSecret, now }: StravaOptions,
  token: string,
): Promise<ServiceAnswer<null>> {
  const response = await fetch(`${oauthUrl}/revoke`, {
    method: "POST",
    headers: { authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ token }),
    redirect: "error",
    signal: AbortSignal.timeout(10_000),
  })
  const particular = faults("token")
  const refused = await refusalOf(response, { title, asked: "token", now: now(), particular })
  if (!refused) await response.body?.cancel()
  return refused ?? { ok: true, value: null }
}
