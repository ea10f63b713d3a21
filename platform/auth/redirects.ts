import { invalid } from "./refusal.ts"

export interface RedirectRules {
  /** Returns `candidate` when redirects to it are allowed, else the site's own address. */
  choose(candidate: string | undefined): string
}

interface Pattern {
  protocol: string
  host: RegExp
  rest: RegExp
}

/**
 * Where a sign-in may return to: the site's own origin (any port when the site runs on this machine) and the
 * allow-list. Entries are exact addresses or contain GoTrue's wildcards: `*` and `?` stop at "." and "/",
 * `**` does not. No wildcard matches past the end of the host, so a foreign host with a suitable path cannot
 * match.
 */
export function createRedirectRules(siteUrl: string, allowList: readonly string[] = []): RedirectRules {
  const site = new URL(siteUrl)
  const patterns = allowList.map(parsePattern)
  function allowed(candidate: string): boolean {
    // Characters that browsers interpret differently: controls, spaces, backslashes, missing slashes.
    if (
      candidate.length > 2_048 ||
      /[\p{Cc}\s\\]/u.test(candidate) ||
      !/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(candidate)
    )
      return false
    if (!URL.canParse(candidate)) return false
    const url = new URL(candidate)
    if (url.username || url.password || scripting.has(url.protocol)) return false
    if (isWeb(url.protocol) && (url.origin === site.origin || (isLoopback(site) && isLoopback(url))))
      return true
    return patterns.some((pattern) => matches(pattern, candidate, url))
  }
  return { choose: (candidate) => (candidate && allowed(candidate) ? candidate : siteUrl) }
}

const scripting = new Set(["javascript:", "data:", "vbscript:", "file:", "blob:", "about:"])

const isWeb = (protocol: string) => protocol === "https:" || protocol === "http:"

const isLoopback = (url: URL) =>
  url.protocol === "http:" && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)

function matches(pattern: Pattern, candidate: string, url: URL): boolean {
  if (url.protocol !== pattern.protocol) return false
  // Custom app schemes have no WHATWG host, so their text is compared as is.
  const [host, rest] = isWeb(url.protocol) ? [url.host, url.pathname + url.search] : split(candidate, /[/?]/)
  return pattern.host.test(host) && pattern.rest.test(rest)
}

/** The host, which ends where `end` first matches, and what follows it without the fragment. */
function split(address: string, end: RegExp): [host: string, rest: string] {
  const bare = address.replace(/^[^:]+:\/\//, "").replace(/#.*$/s, "")
  const [host = ""] = bare.split(end)
  return [host, bare.slice(host.length) || "/"]
}

function parsePattern(entry: string): Pattern {
  const protocol = /^[a-z][a-z0-9+.-]*:(?=\/\/)/i.exec(entry)?.[0].toLowerCase()
  if (!protocol || scripting.has(protocol) || /[\p{Cc}\s\\@]/u.test(entry))
    throw invalid(`The redirect allow-list contains an invalid address: ${entry}`)
  // In the host of a site a "?" is a wildcard, because a query cannot follow without a path.
  const [host, rest] = split(entry, isWeb(protocol) ? /\// : /[/?]/)
  return { protocol, host: glob(host.toLowerCase(), "[^/]"), rest: glob(rest, "[^]") }
}

function glob(text: string, any: string): RegExp {
  const source = text.replace(/\*\*|\*|\?|[\\^$.|+()[\]{}]/g, (part) => {
    if (part === "**") return `${any}*`
    if (part === "*") return "[^./]*"
    if (part === "?") return "[^./]"
    return `\\${part}`
  })
  return new RegExp(`^${source}$`)
}
