import type { z } from "zod"
import type { Strava, StravaAnswer } from "#domain/strava.ts"
import type { Db } from "#domain/world.ts"
import { createSeal } from "#primitives/secrets.ts"
import { createAllowance } from "./allowance.ts"
import { activityShape, clubsShape, grantShape } from "./shapes.ts"

interface StravaOptions {
  clientId: string
  clientSecret: string
  /** "https://www.strava.com/api/v3"; Strava moves it in 2027. */
  baseUrl: string
  /** "https://www.strava.com/oauth" */
  oauthUrl: string
  clubId: string | null
  /** The installation's secret, from which the key for tokens is made. */
  secret: string
  db: Db
  now: () => Date
}

const scopes = "read,activity:read"
const patienceMs = 10_000

/** Strava's API, version 3, as of 2026: tokens only in headers, answers checked, limits kept across processes. */
export function createStrava(options: StravaOptions): Strava {
  const { baseUrl, oauthUrl, clientId, clientSecret } = options
  const allowance = createAllowance(options.db, options.now)
  const { seal, open: unseal } = createSeal(options.secret, "strava tokens")

  /** Null where the caller decides itself what an answer means. */
  const settled = async (response: Response): Promise<StravaAnswer<never> | null> => {
    if (response.ok) return null
    await response.body?.cancel()
    if (response.status === 401) return { ok: false, code: "unauthorized" }
    if (response.status === 403) return { ok: false, code: "forbidden" }
    if (response.status === 404) return { ok: false, code: "not_found" }
    if (response.status === 429) return { ok: false, code: "limited", until: quarterAfter(options.now()) }
    throw new Error(`Strava answered ${response.status}`)
  }
  const read = async <Shape extends z.ZodType>(
    token: string,
    path: string,
    shape: Shape,
  ): Promise<StravaAnswer<z.output<Shape>>> => {
    const until = await allowance.take()
    if (until) return { ok: false, code: "limited", until }
    const response = await fetch(`${baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      signal: AbortSignal.timeout(patienceMs),
    })
    await allowance.heard(response.headers, response.status)
    return (await settled(response)) ?? { ok: true, value: shape.parse(exact(await response.text())) }
  }
  const grant = async (form: Record<string, string>) => {
    const response = await fetch(`${oauthUrl}/token`, {
      method: "POST",
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
      signal: AbortSignal.timeout(patienceMs),
    })
    // A code or refresh token that is used up or unknown is a bad request to Strava.
    if (response.status === 400) return { ok: false, code: "unauthorized" } as const
    return (
      (await settled(response)) ?? ({ ok: true, value: grantShape.parse(await response.json()) } as const)
    )
  }

  return {
    clubId: options.clubId,
    seal,
    unseal,
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
    exchange: (code) => grant({ grant_type: "authorization_code", code }),
    refresh: (token) => grant({ grant_type: "refresh_token", refresh_token: token }),
    async revoke(token) {
      const response = await fetch(`${oauthUrl}/revoke`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
        body: new URLSearchParams({ token }),
        signal: AbortSignal.timeout(patienceMs),
      })
      const refused = await settled(response)
      if (!refused) await response.body?.cancel()
      return refused ?? { ok: true, value: null }
    },
    activity: (token, id) => read(token, `/activities/${encodeURIComponent(id)}`, activityShape),
    activities: (token, { after, page }) =>
      read(
        token,
        `/athlete/activities?after=${Math.floor(after.getTime() / 1000)}&page=${page}&per_page=200`,
        activityShape.array(),
      ),
    clubs: (token) => read(token, "/athlete/clubs?per_page=200", clubsShape),
  }
}

/** JSON whose large ids stay exact: whole numbers that JavaScript would round become text. */
function exact(text: string): unknown {
  const keep = (_key: string, value: unknown, { source }: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}

function quarterAfter(now: Date): Date {
  return new Date((Math.floor(now.getTime() / 900_000) + 1) * 900_000)
}
