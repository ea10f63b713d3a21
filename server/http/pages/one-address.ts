import type { ServerBuild } from "react-router"

/** Routes whose parameters have no capitals, so that an address of any case leads to the page. */
const inLowerCase = new Set(["blog/:slug"])

/**
 * The canonical URL of a page: "/about" for "/about/" and for "/About", because the router treats them as equal.
 * Parameters in the path, such as a token, keep their case, except for those of `inLowerCase`. Path and query; null if the URL is canonical already.
 */
export function oneAddress(build: Pick<ServerBuild, "routes">, request: Request): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null
  const { pathname, search } = new URL(request.url)
  // The path must not start with two slashes, which would refer to another host.
  const path = /.\/$/.test(pathname) ? `/${pathname.replace(/^\/+|\/+$/g, "")}` : pathname
  const known = /[A-Z]/.test(path) ? inOwnLetters(build, path.slice(1).split("/")) : path
  return known === pathname ? null : known + search
}

/** The path in the case of its route; routes without parameters take precedence. */
function inOwnLetters({ routes }: Pick<ServerBuild, "routes">, asked: readonly string[]): string {
  const fixed = (part: string) => !part.startsWith(":")
  const [found] = Object.values(routes)
    .flatMap((route) => (route?.path ? [route.path.split("/")] : []))
    .filter((parts) => parts.length === asked.length)
    .filter((parts) => parts.every((part, index) => !fixed(part) || part === asked[index]?.toLowerCase()))
    .toSorted((a, b) => b.filter(fixed).length - a.filter(fixed).length)
  if (found && inLowerCase.has(found.join("/"))) return `/${asked.join("/").toLowerCase()}`
  return `/${asked.map((part, index) => (found?.[index] && fixed(found[index]) ? found[index] : part)).join("/")}`
}
