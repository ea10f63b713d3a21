import { z } from "zod"
import type { Announced, Fetched, Grant, Service, ServiceAnswer } from "#ports/services.ts"
import { createAllowance } from "../protocol/allowance.ts"
import { bearer, createApi } from "../protocol/api.ts"
import { download } from "../protocol/download.ts"
import { createGranter } from "../protocol/grant.ts"
import { malformed } from "../protocol/malformed.ts"
import { recordingAlone } from "../protocol/recording.ts"
import type { ServiceOptions } from "../protocol/service-options.ts"
import { envelope, hintOf, workoutShape } from "./shapes.ts"
import { verifyCoros } from "./verify.ts"

interface CorosOptions extends ServiceOptions {
  /** "https://open.coros.com"; the test site is https://opentest.coros.com. */
  baseUrl: string
  /** The only origin from which files are fetched: "https://oss.coros.com". */
  fileOrigin: string
}

const title = "COROS"
const dayMs = 86_400_000
/** The maximum number of days in a list. */
const windowDays = 30

/**
 * Client for COROS's partner API 2.0.6, for partners with a contract. Written after existing open-source clients; not
 * tested against the real API.
 */
export function createCoros(options: CorosOptions): Service {
  const { clientId, clientSecret, baseUrl, db, now, userAgent } = options
  const headers = { "user-agent": userAgent }
  const allowance = createAllowance({ source: "coros", windows, read: () => [], db, now })
  const ask = createApi({ title, baseUrl, now, allowance, headers })
  const refusedInBody = (body: unknown) => {
    const read = envelope.partial().safeParse(body)
    const failed = read.success && read.data.result !== undefined && read.data.result !== ok
    return failed ? ({ ok: false, code: "unauthorized" } as const) : null
  }
  const exchange = createGranter({
    title,
    tokenUrl: `${baseUrl}/oauth2/accesstoken`,
    now,
    headers,
    accountId: (body) => z.object({ openId: z.string().min(1) }).parse(body).openId,
    refusedInBody,
  })
  const application = { client_id: clientId, client_secret: clientSecret }

  /** The response's data; errors have status 200 with another result code. */
  async function read(path: string, query: Record<string, string>): Promise<ServiceAnswer<unknown>> {
    // The API accepts the token only in the URL.
    const answer = await ask(`${path}?${new URLSearchParams(query)}`, envelope, {
      authorization: bearer(query.token ?? ""),
    })
    if (!answer.ok) return answer
    const { result, message, data } = answer.value
    if (result === ok) return { ok: true, value: data }
    if (/token/i.test(message ?? "")) return { ok: false, code: "unauthorized" }
    if (/not (found|exist)/i.test(message ?? "")) return { ok: false, code: "not_found" }
    throw new Error(`${title} answered result ${result}`)
  }

  return {
    name: "coros",
    connect: {
      authorizeUrl({ state, redirectUri }) {
        const query = { client_id: clientId, redirect_uri: redirectUri, response_type: "code", state }
        return `${baseUrl}/oauth2/authorize?${new URLSearchParams(query)}`
      },
      exchange: ({ code, redirectUri }) =>
        exchange({ ...application, grant_type: "authorization_code", code, redirect_uri: redirectUri }),
      suffices: () => true,
      refresh: (held) => refresh(options, held),
    },
    verify: (request) => verifyCoros({ clientId, clientSecret }, request),
    fetch: {
      async activity(token, id, { accountId, hint = "" }) {
        const [mode = "", subMode = ""] = hint.split("/")
        const query = { token, openId: accountId, labelId: id, mode, subMode }
        const answer = await read("/v2/coros/sport/detail/fit", query)
        return answer.ok ? fetchFiles(options, id, answer.value) : answer
      },
      async activities(token, { after, page, accountId }) {
        const until = now().getTime() + dayMs - (page - 1) * windowDays * dayMs
        const from = Math.max(after.getTime(), until - windowDays * dayMs)
        const query = { token, openId: accountId, startDate: dayOf(from), endDate: dayOf(until) }
        const answer = await read("/v2/coros/sport/list", query)
        if (!answer.ok) return answer
        const listed = z.array(z.unknown()).parse(answer.value ?? [])
        return { ok: true, value: { activities: listed.map(announce), more: from > after.getTime() } }
      },
    },
    async revoke({ accessToken }) {
      const gone = await fetch(`${baseUrl}/oauth2/deauthorize`, {
        method: "POST",
        body: new URLSearchParams({ token: accessToken }),
        redirect: "error",
        signal: AbortSignal.timeout(10_000),
      })
      await gone.body?.cancel()
      if (gone.status >= 500) throw new Error(`${title} answered ${gone.status}`)
      return { ok: true, value: null }
    },
  }
}

const ok = "0000"
const monthMs = 30 * dayMs

/** Extends the same token by 30 days. */
async function refresh(
  { baseUrl, clientId, clientSecret, now }: CorosOptions,
  { accessToken, refreshToken }: { accessToken: string; refreshToken: string },
): Promise<ServiceAnswer<Grant>> {
  const form = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: "refresh_token",
    refresh_token: refreshToken,
  }
  const response = await fetch(`${baseUrl}/oauth2/refresh-token`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "error",
    signal: AbortSignal.timeout(10_000),
  })
  if (response.status === 401) return { ok: false, code: "unauthorized" }
  if (!response.ok) throw new Error(`${title} answered ${response.status}`)
  const { result } = z.object({ result: z.string() }).parse(await response.json())
  if (result !== ok) return { ok: false, code: "unauthorized" }
  const until = new Date(now().getTime() + monthMs)
  return { ok: true, value: { accountId: null, accessToken, refreshToken, until, scopes: null } }
}

function announce(given: unknown): Fetched | Announced {
  const read = workoutShape.safeParse(given)
  if (!read.success) return malformed(title, given, read.error)
  const { labelId, endTime, distance } = read.data
  return {
    ok: "announced",
    externalId: labelId,
    version: `${endTime ?? ""} ${distance ?? ""}`,
    hint: hintOf(read.data),
  }
}

async function fetchFiles(
  { fileOrigin, now, readFiles, userAgent }: CorosOptions,
  id: string,
  detail: unknown,
): Promise<ServiceAnswer<Fetched>> {
  const read = workoutShape.safeParse(detail)
  if (!read.success) return { ok: true, value: malformed(title, detail, read.error) }
  const { triathlonItemList, fitUrl, deviceName } = read.data
  const urls = triathlonItemList?.length ? triathlonItemList.map((one) => one.fitUrl) : [fitUrl]
  const files: (Buffer | null)[] = []
  for (const url of urls) {
    const headers = { "user-agent": userAgent }
    const file = await download(url ?? "", { title, now, origins: [fileOrigin], headers })
    if (!file.ok) return file
    files.push(file.value)
  }
  const activities = await recordingAlone(readFiles, { externalId: id, files, device: deviceName ?? null })
  return activities
    ? { ok: true, value: { ok: true, externalId: id, accountId: null, activities } }
    : { ok: true, value: { ok: false, externalId: id, reason: "has no recording that can be read" } }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll("-", "")
}

/** COROS does not publish its limits. */
const windows = [{ name: "minute", seconds: 60, most: 100 }]
