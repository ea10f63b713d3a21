import type { ServiceAnswer } from "#ports/services.ts"
import { refusalOf } from "./refusal.ts"

const patienceMs = 30_000
/** Recordings of a day with every second are a tenth of this. */
const mostBytes = 32 * 1024 * 1024
const mostRedirects = 3

interface DownloadOptions {
  title: string
  /** Addresses of events and answers are hints: nothing is fetched from any other origin than these. */
  origins: readonly string[]
  now(): Date
  headers?: Record<string, string>
}

/**
 * Fetches a file whose address somebody else chose. Origins are compared exactly, for every redirect, and credentials are
 * sent to none but the first. Null for what must not be fetched, and for what is refused where no credentials were sent: that
 * says nothing about the athlete's grant. Throws for an outage and a file cut short.
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
 * No file, where the object that it belongs to was answered with the same token: a refusal of the file alone says nothing about
 * the athlete's grant or this site. A limit stays one.
 */
export function withoutFile(answer: ServiceAnswer<Buffer | null>): ServiceAnswer<Buffer | null> {
  return answer.ok || answer.code === "limited" ? answer : { ok: true, value: null }
}

/** Null when it is larger than any recording. Throws when the connection ends early. */
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
