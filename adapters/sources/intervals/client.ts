import { z } from "zod"
import type { Announced, Fetched, Service, ServiceAnswer } from "#ports/services.ts"
import { createAllowance } from "../protocol/allowance.ts"
import { type Ask, bearer, createApi } from "../protocol/api.ts"
import { download, withoutFile } from "../protocol/download.ts"
import { createGranter } from "../protocol/grant.ts"
import { malformed } from "../protocol/malformed.ts"
import { preferRecording } from "../protocol/recording.ts"
import type { ServiceOptions } from "../protocol/service-options.ts"
import { grantedAthlete, rowShape } from "./shapes.ts"
import { verifyIntervals } from "./verify.ts"

interface IntervalsOptions extends ServiceOptions {
  /** "https://intervals.icu" */
  baseUrl: string
  /** The secret that the body of each webhook must contain. */
  webhookSecret: string
}

const title = "Intervals.icu"

/**
 * Client for Intervals.icu: tokens that do not expire, webhooks with a secret in the body, the original file of each
 * activity. It lists activities from Strava as stubs, which are skipped.
 */
export function createIntervals(options: IntervalsOptions): Service {
  const { clientId, clientSecret, baseUrl, db, now, userAgent } = options
  // It is behind Cloudflare, which refuses the user agents of libraries.
  const headers = { "user-agent": userAgent }
  // Its responses do not state the remaining requests; a 429 has `Retry-After`.
  const allowance = createAllowance({ source: "intervals", windows, read: () => [], db, now })
  const ask = createApi({ title, baseUrl, now, allowance, headers })
  const grant = createGranter({
    title,
    tokenUrl: `${baseUrl}/api/oauth/token`,
    now,
    headers,
    accountId: (body) => grantedAthlete.parse(body).athlete.id,
  })
  const application = { client_id: clientId, client_secret: clientSecret }
  return {
    name: "intervals",
    connect: {
      authorizeUrl({ state, redirectUri }) {
        const query = { client_id: clientId, redirect_uri: redirectUri, scope: "ACTIVITY:READ", state }
        return `${baseUrl}/oauth/authorize?${new URLSearchParams(query)}`
      },
      exchange: ({ code, redirectUri }) =>
        grant({ ...application, grant_type: "authorization_code", code, redirect_uri: redirectUri }),
      suffices: (agreed) => agreed.some((scope) => scope === "ACTIVITY:READ" || scope === "ACTIVITY:WRITE"),
      refresh: ({ refreshToken }) =>
        grant({ ...application, grant_type: "refresh_token", refresh_token: refreshToken }),
    },
    verify: (request) => verifyIntervals(options.webhookSecret, request),
    fetch: {
      activity: (token, id) => fetchActivity(options, ask, token, id),
      async activities(token, { after }) {
        const day = (at: Date) => at.toISOString().slice(0, 10)
        // The API takes local days. One more day at the end includes athletes for whom it is already tomorrow.
        const newest = day(new Date(now().getTime() + 86_400_000))
        const path = `/api/v1/athlete/0/activities?oldest=${day(after)}&newest=${newest}`
        const listed = await ask(path, z.array(z.unknown()), { authorization: bearer(token) })
        if (!listed.ok) return listed
        return { ok: true, value: { activities: listed.value.flatMap(announce), more: false } }
      },
    },
    async revoke({ accessToken }) {
      const authorization = bearer(accessToken)
      const gone = await ask("/api/v1/disconnect-app", z.unknown(), { method: "DELETE", authorization })
      if (!gone.ok && gone.code !== "unauthorized" && gone.code !== "not_found") return gone
      return { ok: true, value: null }
    },
  }
}

function announce(given: unknown): (Fetched | Announced)[] {
  const read = rowShape.safeParse(given)
  if (!read.success) return [malformed(title, given, read.error)]
  const { id, version, summary } = read.data
  return summary ? [{ ok: "announced", externalId: id, version }] : []
}

async function fetchActivity(
  { baseUrl, now, readFiles, userAgent }: IntervalsOptions,
  ask: Ask,
  token: string,
  id: string,
): Promise<ServiceAnswer<Fetched>> {
  const path = `/api/v1/activity/${encodeURIComponent(id)}`
  const answer = await ask(path, z.unknown(), { authorization: bearer(token) })
  if (!answer.ok) return answer
  const read = rowShape.safeParse(answer.value)
  if (!read.success) return { ok: true, value: malformed(title, answer.value, read.error) }
  const { summary, format } = read.data
  const object = { ok: true, externalId: read.data.id, accountId: null } as const
  if (!summary) return { ok: true, value: { ...object, activities: [] } }
  if (!format) return { ok: true, value: { ...object, activities: [summary] } }
  const file = withoutFile(
    await download(`${baseUrl}${path}/file`, {
      title,
      now,
      origins: [new URL(baseUrl).origin],
      headers: { authorization: bearer(token), "user-agent": userAgent },
    }),
  )
  if (!file.ok) return file
  const activities = await preferRecording(readFiles, summary, { bytes: file.value, format })
  return { ok: true, value: { ...object, activities } }
}

/** The limit for the key of a single athlete; that for applications is not published. */
const windows = [
  { name: "15 minutes", seconds: 900, most: 2500 },
  { name: "day", seconds: 86_400, most: 5000 },
]
