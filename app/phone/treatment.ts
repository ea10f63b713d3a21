import { sharedFiles } from "#content/phone.ts"

/**
 * How the service worker handles a request. `shared`: store the files from a phone's share menu. `kept`: from the
 * cache, else from the network and into the cache. `page`: from the network; the offline page when that fails.
 * `network`: not touched.
 */
type Treatment = "shared" | "kept" | "page" | "network"

interface Asked {
  method: string
  url: string
  mode: string
  headers: { has(name: string): boolean }
}

/** The console has its own pages, for people with a connection; addresses for programs have their own responses. */
const untouched =
  /^\/(?:operator|auth\/v1|rest|functions|storage|realtime|webhooks|dev|payments-sandbox)(?:\/|$)/

/** Names with a content hash: the same address never has another content. */
const hashed = /^\/assets\/[\w./-]+\.(?:js|css|woff2)$/

/** Decides by the request alone. Only files with a hashed name are ever cached, and never a page. */
export function treatmentOf({ method, url, mode, headers }: Asked, origin: string): Treatment {
  const address = new URL(url)
  if (address.origin !== origin) return "network"
  const isNavigation = mode === "navigate"
  if (method === "POST" && isNavigation && address.pathname === sharedFiles.path) return "shared"
  if (method !== "GET" || headers.has("authorization") || headers.has("range")) return "network"
  if (hashed.test(address.pathname)) return "kept"
  return isNavigation && !untouched.test(address.pathname) ? "page" : "network"
}

interface Answered {
  status: number
  type: string
  redirected: boolean
  headers: { get(name: string): string | null }
}

/** Whether a response may be cached: complete, from this site, public, and declared to never change. */
export function mayKeep({ status, type, redirected, headers }: Answered): boolean {
  const control = headers.get("cache-control") ?? ""
  return (
    status === 200 &&
    type === "basic" &&
    !redirected &&
    /\bpublic\b/.test(control) &&
    /\bimmutable\b/.test(control) &&
    headers.get("set-cookie") === null &&
    headers.get("vary")?.includes("*") !== true
  )
}
