import type { ServerBuild } from "react-router"

/**
 * The one address of the page that was asked for: "/about" for "/about/" and for "/About", because the router tells neither
 * from it. What a visitor's address names itself, such as a token, keeps its letters. Path and query; null when it was asked
 * for already.
 */
export function oneAddress(build: Pick<ServerBuild, "routes">, request: Request): string | null {
  if (request.method !== "GET" && request.method !== "HEAD") return null
  const { pathname, search } = new URL(request.url)
  // A path must not start with two slashes here: that would name another host.
  const path = /.\/$/.test(pathname) ? `/${pathname.replace(/^\/+|\/+$/g, "")}` : pathname
  const known = /[A-Z]/.test(path) ? inOwnLetters(build, path.slice(1).split("/")) : path
  return known === pathname ? null : known + search
}

/** The path with the letters of its route; one without parameters comes first. */
function inOwnLetters({ routes }: Pick<ServerBuild, "routes">, asked: readonly string[]): string {
  const fixed = (part: string) => !part.startsWith(":")
  const [found] = Object.values(routes)
    .flatMap((route) => (route?.path ? [route.path.split("/")] : []))
    .filter((parts) => parts.length === asked.length)
    .filter((parts) => parts.every((part, index) => !fixed(part) || part === asked[index]?.toLowerCase()))
    .toSorted((a, b) => b.filter(fixed).length - a.filter(fixed).length)
  return `/${asked.map((part, index) => (found?.[index] && fixed(found[index]) ? found[index] : part)).join("/")}`
}
