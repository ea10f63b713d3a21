import type { Fetched, Service } from "#ports/services.ts"
import { createAllowance } from "../protocol/allowance.ts"
import { bearer, createApi } from "../protocol/api.ts"
import { createGranter } from "../protocol/grant.ts"
import { malformed } from "../protocol/malformed.ts"
import type { ServiceOptions } from "../protocol/service-options.ts"
import { oneShape, pageShape, result, userShape } from "./shapes.ts"
import { verifyConcept2 } from "./verify.ts"

interface Concept2Options extends ServiceOptions {
  /** "https://log.concept2.com"; the test site is https://log-dev.concept2.com. */
  baseUrl: string
}

const title = "Concept2 Logbook"
const perPage = 250
const scope = "user:read,results:read"

/** Client for the Concept2 Logbook API, version 1: results contain the machine's own totals; webhooks are unsigned. */
export function createConcept2(options: Concept2Options): Service {
  const { clientId, clientSecret, baseUrl, db, now, userAgent } = options
  const headers = { accept: "application/vnd.c2logbook.v1+json", "user-agent": userAgent }
  const allowance = createAllowance({ source: "concept2", windows, read: () => [], db, now })
  const ask = createApi({ title, baseUrl, now, allowance, headers })
  const grant = createGranter({
    title,
    tokenUrl: `${baseUrl}/oauth/access_token`,
    now,
    headers: { "user-agent": userAgent },
  })
  const application = { client_id: clientId, client_secret: clientSecret }
  return {
    name: "concept2",
    connect: {
      authorizeUrl({ state, redirectUri }) {
        const query = { client_id: clientId, redirect_uri: redirectUri, response_type: "code", scope, state }
        return `${baseUrl}/oauth/authorize?${new URLSearchParams(query)}`
      },
      async exchange({ code, redirectUri }) {
        const granted = await grant({
          ...application,
          grant_type: "authorization_code",
          code,
          redirect_uri: redirectUri,
          scope,
        })
        if (!granted.ok) return granted
        const authorization = bearer(granted.value.accessToken)
        const user = await ask("/api/users/me", userShape, { authorization })
        return user.ok ? { ok: true, value: { ...granted.value, accountId: user.value.data.id } } : user
      },
      // The response may omit the scopes, which the athlete cannot change.
      suffices: (agreed) =>
        !agreed.some((one) => one !== "") ||
        agreed.includes("results:read") ||
        agreed.includes("results:write"),
      refresh: ({ refreshToken }) =>
        grant({ ...application, grant_type: "refresh_token", refresh_token: refreshToken, scope }),
    },
    verify: (request) => verifyConcept2(request, now),
    fetch: {
      async activity(token, id) {
        const path = `/api/users/me/results/${encodeURIComponent(id)}`
        const answer = await ask(path, oneShape, { authorization: bearer(token) })
        return answer.ok ? { ok: true, value: fetched(answer.value) } : answer
      },
      async activities(token, { after, page }) {
        const path = `/api/users/me/results?from=${after.toISOString().slice(0, 10)}&page=${page}&number=${perPage}`
        const listed = await ask(path, pageShape, { authorization: bearer(token) })
        if (!listed.ok) return listed
        const { data, meta } = listed.value
        const pages = meta?.pagination?.total_pages ?? (data.length >= perPage ? page + 1 : page)
        return { ok: true, value: { activities: data.map(fetched), more: page < pages } }
      },
    },
    // There is no revocation endpoint: the tokens are deleted here, and expire by themselves.
    revoke: async () => ({ ok: true, value: null }),
  }
}

function fetched(given: unknown): Fetched {
  const read = result.safeParse(given)
  if (!read.success) return malformed(title, given, read.error)
  const { accountId, activity } = read.data
  return { ok: true, externalId: activity.externalId, accountId, activities: [activity] }
}

/** Concept2 states no limit; this one protects it from a mistake of ours. */
const windows = [{ name: "minute", seconds: 60, most: 120 }]
