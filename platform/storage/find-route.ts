import { routeTable } from "./routes.ts"
import type { Endpoint } from "./storage.ts"

const rests = {
  nothing: /^\/?$/,
  bucket: /^\/[^/]+\/?$/,
  emptied: /^\/[^/]+\/empty$/,
  lifecycle: /^\/[^/]+\/lifecycle$/,
  object: /^\/[^/]+\/.+$/,
}

/** Words that follow /object in a route: the objects of a bucket with such a name could not be addressed. */
export const reservedNames: ReadonlySet<string> = new Set(
  routeTable.flatMap(([, path]) => /^\/object\/([^/]+)/.exec(path)?.[1] ?? []),
)

/**
 * The endpoint for a path below /storage/v1, still percent-encoded; null if there is none. HEAD is handled as GET
 * without a body.
 */
export function findRoute(method: string, path: string): { endpoint: Endpoint; rest: string } | null {
  const wanted = method === "HEAD" ? "GET" : method
  for (const [routeMethod, prefix, kind, endpoint] of routeTable) {
    if (routeMethod !== wanted || !path.startsWith(prefix)) continue
    const rest = path.slice(prefix.length)
    if (rests[kind].test(rest)) return { endpoint, rest }
  }
  return null
}
