import type { ServiceAnswer } from "#ports/services.ts"
import { refusalOf } from "./refusal.ts"

const patienceMs = 30_000
/** Ten times the size of a recording of a day with a point per second. */
const mostBytes = 32 * 1024 * 1024
const mostRedirects = 3

interface DownloadOptions {
  title: string
  /** URLs in events and responses are only hints: nothing is fetched from origins other than these. */
  origins: readonly string[]
  now(): Date
  headers?: Record<string, string>
}

/**
 * Fetches a file whose URL was chosen by someone else. Origins are compared exactly, for every redirect, and
 * credentials are sent only to the first. Null for a file that must not be fetched, and for a refusal of a request
 * without credentials, which says nothing about the athlete's grant. Throws for an outage and a truncated file.
 */
export async function download(
  url: string,
  { title, origins, now, headers = {} }: DownloadOptions,
): Promise<ServiceAnswer<Buffer | null>> {
  let at = URL.parse(url)
  for (let hop = 0; hop <= mostRedirects; hop++) {
    if (!at || !origins.includes(at.origin) || at.username !== "" || at.password !== "")
      return { ok: true, value: null }
    const response = await fetch(at, {
      headers: hop === 0 ? headers : {},
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    })
    const location = response.headers.get("location")
    if (response.status >= 300 && response.status < 400 && location) {
      await response.body?.cancel()
      at = URL.parse(location, at)
      continue
    }
    const refused = await refusalOf(response, { title, asked: "api", now: now() })
    const isKnown = hop === 0 && headers.authorization !== undefined
    if (refused && !isKnown) return withoutFile(refused)
    if (refused) return refused
    return { ok: true, value: await bodyOf(response) }
  }
  return { ok: true, value: null }
}

/**
 * Treats a refused file as missing if its object was returned with the same token: the refusal then says nothing about
 * the athlete's grant or this site. A rate limit is passed on.
 */
export function withoutFile(answer: ServiceAnswer<Buffer | null>): ServiceAnswer<Buffer | null> {
  return answer.ok || answer.code === "limited" ? answer : { ok: true, value: null }
}

/** Null if it is larger than any recording. Throws if the connection ends early. */
async function bodyOf(response: Response): Promise<Buffer | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
