import { z } from "zod"
import type { Announced, Fetched, FetchedPage, HeldGrant, Service, ServiceAnswer } from "#ports/services.ts"
import { createAllowance, type HeardWindow, numbersIn } from "../protocol/allowance.ts"
import { type Ask, bearer, createApi } from "../protocol/api.ts"
import { download } from "../protocol/download.ts"
import { challengeOf, createGranter } from "../protocol/grant.ts"
import { malformed } from "../protocol/malformed.ts"
import { preferRecording } from "../protocol/recording.ts"
import { applicationRefused, type Particular } from "../protocol/refusal.ts"
import type { ServiceOptions } from "../protocol/service-options.ts"
import { hasStart, pageShape, userShape, workout } from "./shapes.ts"
import { verifyWahoo } from "./verify.ts"

interface WahooOptions extends ServiceOptions {
  /** "https://api.wahooligan.com" */
  baseUrl: string
  /** The only origin from which files are fetched: "https://cdn.wahooligan.com". */
  fileOrigin: string
  /** The token that the body of each webhook must contain. */
  webhookToken: string
}

const title = "Wahoo"
const perPage = 30

/**
 * Client for the Wahoo Cloud API: tokens of two hours, each invalidated by the first use of its successor; at most ten
 * of them per athlete; webhooks with a token in the body; recordings on a separate host.
 */
export function createWahoo(options: WahooOptions): Service {
  const { clientId, clientSecret, baseUrl, db, now, userAgent } = options
  const headers = { "user-agent": userAgent }
  const allowance = createAllowance({ source: "wahoo", windows, read: readLimits, db, now })
  const ask = createApi({ title, baseUrl, now, allowance, headers, particular: unapproved })
  const grant = createGranter({
    title,
    tokenUrl: `${baseUrl}/oauth/token`,
    now,
    headers,
    particular: badGrant,
  })
  const application = { client_id: clientId, client_secret: clientSecret }
  return {
    name: "wahoo",
    connect: {
      authorizeUrl({ state, redirectUri, verifier }) {
        const query = new URLSearchParams({
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: "code",
          scope: scopes.join(" "),
          state,
          code_challenge: challengeOf(verifier),
          code_challenge_method: "S256",
        })
        return `${baseUrl}/oauth/authorize?${query}`
      },
      async exchange({ code, redirectUri, verifier }) {
        const granted = await grant({
          ...application,
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        })
        if (!granted.ok) return granted
        const authorization = bearer(granted.value.accessToken)
        const user = await ask("/v1/user", userShape, { authorization, free: true })
        return user.ok ? { ok: true, value: { ...granted.value, accountId: user.value.id } } : user
      },
      // Scopes are granted together; the response may omit them.
      suffices: (agreed) =>
        !agreed.some((scope) => scope !== "") ||
        (agreed.includes("workouts_read") && agreed.includes("offline_data")),
      async refresh(held) {
        const renewed = await grant({
          ...application,
          grant_type: "refresh_token",
          refresh_token: held.refreshToken,
        })
        // Ten tokens are valid already: all of them have to be revoked, and the athlete has to reconnect.
        if (!renewed.ok && renewed.code === "unauthorized") await revoke(ask, held)
        return renewed
      },
    },
    verify: (request) => verifyWahoo(options.webhookToken, request),
    fetch: {
      activity: (token, id) => fetchWorkout(options, ask, token, id),
      async activities(token, { after, page }) {
        const path = `/v1/workouts?page=${page}&per_page=${perPage}`
        const listed = await ask(path, pageShape, { authorization: bearer(token) })
        return listed.ok ? { ok: true, value: pageOf(listed.value.workouts, after) } : listed
      },
    },
    revoke: (held) => revoke(ask, held),
  }
}

const scopes = ["user_read", "workouts_read", "offline_data"]

/** Until Wahoo approves the application, it responds to every call with 422. */
const unapproved: Particular = ({ status }) => (status === 422 ? applicationRefused("inactive") : null)

/** A refused grant has status 400, often without an error code. */
const badGrant: Particular = ({ status, error }) => {
  if (status === 422) return applicationRefused("inactive")
  return status === 400 && (error === null || !/client/.test(error))
    ? { ok: false, code: "unauthorized" }
    : null
}

/** Newest first: the first workout older than `after` ends the list. */
function pageOf(workouts: readonly unknown[], after: Date): FetchedPage {
  const activities = workouts.flatMap((given): (Fetched | Announced)[] => {
    const read = workout.safeParse(given)
    if (!read.success) return [malformed(title, given, read.error)]
    const { id, version, summary } = read.data
    if (!summary || summary.startedAt <= after) return []
    return [{ ok: "announced", externalId: id, version }]
  })
  const last = hasStart.safeParse(workouts.at(-1))
  const reached = last.success && new Date(last.data.starts) <= after
  return { activities, more: workouts.length >= perPage && !reached }
}

async function fetchWorkout(
  { fileOrigin, now, readFiles, userAgent }: WahooOptions,
  ask: Ask,
  token: string,
  id: string,
): Promise<ServiceAnswer<Fetched>> {
  const path = `/v1/workouts/${encodeURIComponent(id)}`
  const answer = await ask(path, z.unknown(), { authorization: bearer(token) })
  if (!answer.ok) return answer
  const read = workout.safeParse(answer.value)
  if (!read.success) return { ok: true, value: malformed(title, answer.value, read.error) }
  const { summary, fileUrl } = read.data
  const object = { ok: true, externalId: read.data.id, accountId: null } as const
  if (!summary) return { ok: true, value: { ...object, activities: [] } }
  // The URL is signed, so no token is sent.
  const file = await download(fileUrl ?? "", {
    title,
    now,
    origins: [fileOrigin],
    headers: { "user-agent": userAgent },
  })
  if (!file.ok) return file
  const activities = await preferRecording(readFiles, summary, { bytes: file.value, format: "fit" })
  return { ok: true, value: { ...object, activities } }
}

/** Revokes all tokens that the athlete ever granted to this application. */
async function revoke(ask: Ask, { accessToken }: HeldGrant): Promise<ServiceAnswer<null>> {
  const authorization = bearer(accessToken)
  const gone = await ask("/v1/permissions", z.unknown(), { method: "DELETE", authorization, free: true })
  if (!gone.ok && gone.code !== "unauthorized" && gone.code !== "not_found") return gone
  return { ok: true, value: null }
}

/** The limits of an approved application; before approval, they are an eighth, a tenth and a twentieth of these. */
const windows = [
  { name: "5 minutes", seconds: 300, most: 200 },
  { name: "hour", seconds: 3600, most: 1000 },
  { name: "day", seconds: 86_400, most: 5000 },
]

/**
 * `X-RateLimit-Limit: 200, 1000, 5000`, and similar headers for the remaining requests and the seconds until the reset.
 */
function readLimits(headers: Headers): HeardWindow[] {
  const [most, left, resets] = ["limit", "remaining", "reset"].map((name) =>
    numbersIn(headers.get(`x-ratelimit-${name}`)),
  )
  return windows.map(({ name }, at) => ({
    name,
    most: most?.[at] ?? Number.NaN,
    used: (most?.[at] ?? Number.NaN) - (left?.[at] ?? Number.NaN),
    resetsInS: resets?.[at],
  }))
}
