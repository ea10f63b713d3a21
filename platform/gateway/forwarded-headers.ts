import { equalTo } from "#primitives/secrets.ts"
import type { ApiKeys } from "./contract.ts"

/**
 * Hop-by-hop headers (RFC 9110 section 7.6.1), and headers that describe this server rather than the caller.
 */
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
  // Cookies are not exchanged between the site and the project.
  "cookie",
  "set-cookie",
  "set-cookie2",
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-real-ip",
])

/**
 * Replaces a key of this server with the project's key of the same kind; other keys are left for the project
 * to judge.
 */
export type KeyExchange = (value: string) => string

/** `ours` is the key that callers know, `theirs` the one that the project knows. */
export function keyExchange(ours: ApiKeys, theirs: ApiKeys): KeyExchange {
  const isSecret = equalTo(ours.secret)
  const isPublishable = equalTo(ours.publishable)
  return (value) => {
    if (isSecret(value)) return theirs.secret
    return isPublishable(value) ? theirs.publishable : value
  }
}

/** The request headers to forward to the project. */
export function headersForProject(
  headers: Iterable<[string, string]>,
  exchange: KeyExchange,
): Map<string, string> {
  const kept = passing(headers)
  const apikey = kept.get("apikey")
  if (apikey !== undefined) kept.set("apikey", exchange(apikey))
  const bearer = /^Bearer +(\S+)\s*$/i.exec(kept.get("authorization") ?? "")?.[1]
  if (bearer !== undefined) kept.set("authorization", `Bearer ${exchange(bearer)}`)
  return kept
}

/** The address at the project, with the key in it replaced. */
export function addressAtProject(project: string, pathAndQuery: string, exchange: KeyExchange): URL {
  const url = new URL(pathAndQuery, "http://gateway.invalid")
  const key = url.searchParams.get("apikey")
  if (key !== null) {
    const exchanged = exchange(key)
    // Setting a parameter rewrites the whole query; leave it byte for byte when nothing changes.
    if (exchanged !== key) url.searchParams.set("apikey", exchanged)
  }
  const target = new URL(project)
  target.pathname = url.pathname
  target.search = url.search
  return target
}

/** The headers that may cross in either direction; repeated ones are joined. */
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
