import type { z } from "zod"
import type { Service, ServiceAnswer } from "#domain/services.ts"
import type { Db } from "#domain/world.ts"
import { exactJson } from "../protocol/exact-json.ts"
import { createAllowance } from "./allowance.ts"
import { refusalOf } from "./refusal.ts"
import { clubsShape, fetchedShape, grantShape } from "./shapes.ts"
import { verifyStrava } from "./verify.ts"

interface StravaOptions {
  clientId: string
  clientSecret: string
  /** The token that Strava must repeat when it validates the webhook address; null disables events. */
  verifyToken: string | null
  /** "https://www.strava.com/api/v3"; Strava moves it in 2027. */
  baseUrl: string
  /** "https://www.strava.com/oauth" */
  oauthUrl: string
  /** The club that members of the competition must join; null disables the check. */
  clubId: string | null
  db: Db
  now: () => Date
}

const scopes = "read,activity:read"
const patienceMs = 10_000
const perPage = 200

/** Strava's API, version 3, as of 2026: tokens only in headers, validated responses, rate limits across processes. */
export function createStrava(options: StravaOptions): Service {
  const { oauthUrl, clientId, clubId } = options
  const read = createReader(options)
  const grant = createGranter(options)
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
      exchange: ({ code }) => grant({ grant_type: "authorization_code", code }),
      suffices: (agreed) => agreed.includes("activity:read") || agreed.includes("activity:read_all"),
      refresh: ({ refreshToken }) => grant({ grant_type: "refresh_token", refresh_token: refreshToken }),
    },
    verify: (request) => verifyStrava(options, request),
    fetch: {
      activity: (token, id) => read(token, `/activities/${encodeURIComponent(id)}`, fetchedShape),
      async activities(token, { after, page }) {
        const from = Math.floor(after.getTime() / 1000)
        const path = `/athlete/activities?after=${from}&page=${page}&per_page=${perPage}`
        const answer = await read(token, path, fetchedShape.array())
        if (!answer.ok) return answer
        return { ok: true, value: { activities: answer.value, more: answer.value.length >= perPage } }
      },
      ...(clubId === null
        ? {}
        : {
            async isClubMember(token: string) {
              const answer = await read(token, `/athlete/clubs?per_page=${perPage}`, clubsShape)
              return answer.ok ? { ok: true, value: answer.value.includes(clubId) } : answer
            },
          }),
    },
    revoke: ({ accessToken, refreshToken }) => revoke(options, refreshToken ?? accessToken),
  }
}

/** Reads from the API within the application's rate limit. */
function createReader({ baseUrl, db, now }: StravaOptions) {
  const allowance = createAllowance(db, now)
  return async <Shape extends z.ZodType>(
    token: string,
    path: string,
    shape: Shape,
  ): Promise<ServiceAnswer<z.output<Shape>>> => {
    const until = await allowance.take()
    if (until) return { ok: false, code: "limited", until }
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      signal: AbortSignal.timeout(patienceMs),
    })
    await allowance.heard(response.headers, response.status)
    return (
      (await refusalOf(response, { asked: "api", now: now() })) ?? {
        ok: true,
        value: shape.parse(exactJson(await response.text())),
      }
    )
  }
}

function createGranter({ oauthUrl, clientId, clientSecret, now }: StravaOptions) {
  return async (form: Record<string, string>): Promise<ServiceAnswer<z.output<typeof grantShape>>> => {
    const response = await fetch(`${oauthUrl}/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
      signal: AbortSignal.timeout(patienceMs),
    })
    const refused = await refusalOf(response, { asked: "token", now: now() })
    return refused ?? { ok: true, value: grantShape.parse(await response.json()) }
  }
}

/** Invalidates both tokens of the grant. */
async function revoke(
  { oauthUrl, clientId, clientSecret, now }: StravaOptions,
  token: string,
): Promise<ServiceAnswer<null>> {
  const response = await fetch(`${oauthUrl}/revoke`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    body: new URLSearchParams({ token }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const refused = await refusalOf(response, { asked: "token", now: now() })
  if (!refused) await response.body?.cancel()
  return refused ?? { ok: true, value: null }
}
