import { z } from "zod"
import type { Fetched, Service, ServiceAnswer } from "#ports/services.ts"
import { createAllowance } from "../protocol/allowance.ts"
import { bearer, createApi } from "../protocol/api.ts"
import { download } from "../protocol/download.ts"
import { challengeOf, createGranter } from "../protocol/grant.ts"
import { recordingAlone } from "../protocol/recording.ts"
import type { ServiceOptions } from "../protocol/service-options.ts"
import { hintShape, verifyGarmin } from "./verify.ts"

interface GarminOptions extends ServiceOptions {
  /** "https://apis.garmin.com"; files are fetched only from there. */
  baseUrl: string
  /** "https://connect.garmin.com/oauth2Confirm" */
  authorizeUrl: string
  /** "https://diauth.garmin.com/di-oauth2-service/oauth/token" */
  tokenUrl: string
}

const title = "Garmin Connect"

/**
 * Client for Garmin's Activity API, for companies with an agreement. It has no list endpoint: each file is announced
 * once, with a URL to fetch it from. Written after existing open-source clients; not tested against the real API.
 */
export function createGarmin(options: GarminOptions): Service {
  const { clientId, clientSecret, baseUrl, db, now, userAgent } = options
  const headers = { "user-agent": userAgent }
  const allowance = createAllowance({ source: "garmin", windows, read: () => [], db, now })
  const ask = createApi({ title, baseUrl, now, allowance, headers })
  const grant = createGranter({ title, tokenUrl: options.tokenUrl, now, headers })
  const application = { client_id: clientId, client_secret: clientSecret }
  const userId = (token: string) =>
    ask("/wellness-api/rest/user/id", userShape, { authorization: bearer(token) })
  return {
    name: "garmin",
    connect: {
      authorizeUrl({ state, redirectUri, verifier }) {
        const query = new URLSearchParams({
          client_id: clientId,
          response_type: "code",
          redirect_uri: redirectUri,
          state,
          code_challenge: challengeOf(verifier),
          code_challenge_method: "S256",
        })
        return `${options.authorizeUrl}?${query}`
      },
      async exchange({ code, redirectUri, verifier }) {
        const form = {
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          code_verifier: verifier,
        }
        const granted = await grant({ ...application, ...form })
        if (!granted.ok) return granted
        const user = await userId(granted.value.accessToken)
        return user.ok ? { ok: true, value: { ...granted.value, accountId: user.value.userId } } : user
      },
      suffices: () => true,
      refresh: ({ refreshToken }) =>
        grant({ ...application, grant_type: "refresh_token", refresh_token: refreshToken }),
    },
    verify: (request) => verifyGarmin(clientId, request),
    fetch: {
      activity: (token, id, { hint = "" }) => fetchFile(options, token, { id, hint }),
      async activities(token, { after, first }) {
        const known = await userId(token)
        if (!known.ok) return known
        // Earlier files arrive through the webhook, as if they were new; 409: they have been requested already.
        if (first) {
          const [from, to] = [after, now()].map((at) => Math.floor(at.getTime() / 1000))
          const query = `summaryStartTimeInSeconds=${from}&summaryEndTimeInSeconds=${to}`
          const path = `/wellness-api/rest/backfill/activities?${query}`
          const asked = await ask(path, z.unknown(), { authorization: bearer(token) }).catch(
            (error: unknown) => {
              if (error instanceof Error && error.message === `${title} answered 409`)
                return { ok: true as const }
              throw error
            },
          )
          if (!asked.ok) return asked
        }
        return { ok: true, value: { activities: [], more: false, completeSince: now() } }
      },
    },
    async revoke({ accessToken }) {
      const authorization = bearer(accessToken)
      const path = "/wellness-api/rest/user/registration"
      const gone = await ask(path, z.unknown(), { method: "DELETE", authorization })
      if (!gone.ok && gone.code !== "unauthorized" && gone.code !== "not_found") return gone
      return { ok: true, value: null }
    },
  }
}

const userShape = z.object({ userId: z.string().min(1) })

/** The announced URL works once, and for a day: a missing file there says nothing about the activity. */
async function fetchFile(
  { baseUrl, now, readFiles, userAgent }: GarminOptions,
  token: string,
  { id, hint }: { id: string; hint: string },
): Promise<ServiceAnswer<Fetched>> {
  const told = hintShape.parse(JSON.parse(hint || "{}"))
  const file = await download(told.url ?? "", {
    title,
    now,
    origins: [new URL(baseUrl).origin],
    headers: { authorization: bearer(token), "user-agent": userAgent },
  })
  // 404 and 410: the URL has expired.
  if (!file.ok && file.code !== "not_found") return file
  const device = told.device ? deviceName(told.device) : null
  const activities = await recordingAlone(readFiles, {
    externalId: id,
    files: [file.ok ? file.value : null],
    device,
  })
  return activities
    ? { ok: true, value: { ok: true, externalId: id, accountId: null, activities } }
    : { ok: true, value: { ok: false, externalId: id, reason: "has no recording that can be read" } }
}

/** "Garmin" and the model, as required by its brand guidelines. */
function deviceName(told: string): string {
  return /^garmin\b/i.test(told) ? told : `Garmin ${told}`
}

/** Garmin does not publish limits for the first stage of an application. */
const windows = [{ name: "minute", seconds: 60, most: 100 }]
