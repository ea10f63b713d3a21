import type { ApiKeys } from "./contract.ts"
import { equalSecrets } from "./equal-secrets.ts"

/** Headers of one connection only (RFC 9110 section 7.6.1), and those that speak of us rather than of the caller. */
const dropped = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "expect",
  // The site's cookies are none of the project's business, nor the project's ours.
  "cookie",
  "set-cookie",
  "set-cookie2",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
])

export interface KeyExchange {
  /** What callers know. */
  ours: ApiKeys
  /** What the project knows. */
  theirs: ApiKeys
}

/** A key of ours becomes the project's of the same kind; anything else is the project's to judge. */
export function exchangeKey(value: string, { ours, theirs }: KeyExchange): string {
  if (equalSecrets(value, ours.secret)) return theirs.secret
  if (equalSecrets(value, ours.publishable)) return theirs.publishable
  return value
}

/** What goes on to the project of a request's headers. */
export function headersForProject(
  headers: Iterable<[string, string]>,
  keys: KeyExchange,
): Map<string, string> {
  const kept = passing(headers)
  const apikey = kept.get("apikey")
  if (apikey !== undefined) kept.set("apikey", exchangeKey(apikey, keys))
  const bearer = /^Bearer +(\S+)\s*$/i.exec(kept.get("authorization") ?? "")?.[1]
  if (bearer !== undefined) kept.set("authorization", `Bearer ${exchangeKey(bearer, keys)}`)
  return kept
}

/** The address at the project, with the key in it exchanged. */
export function addressAtProject(project: string, pathAndQuery: string, keys: KeyExchange): URL {
  const url = new URL(pathAndQuery, "http://gateway.invalid")
  const key = url.searchParams.get("apikey")
  if (key !== null) {
    const exchanged = exchangeKey(key, keys)
    // Setting a parameter rewrites the whole query; leave it byte for byte when nothing changes.
    if (exchanged !== key) url.searchParams.set("apikey", exchanged)
  }
  const target = new URL(project)
  target.pathname = url.pathname
  target.search = url.search
  return target
}

/** Headers that may pass from one side to the other; repeated ones are joined. */
export function passing(headers: Iterable<[string, string]>): Map<string, string> {
  const all = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const)
  const ofConnection = new Set(
    all
      .filter(([name]) => name === "connection")
      .flatMap(([, value]) => value.toLowerCase().split(/\s*,\s*/)),
  )
  const kept = new Map<string, string>()
  for (const [name, value] of all) {
    if (dropped.has(name) || ofConnection.has(name) || name.startsWith("sec-websocket-")) continue
    const before = kept.get(name)
    kept.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return kept
}
