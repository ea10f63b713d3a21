/**
 * CORS rules of the four services. Browsers on any origin may call them: permissions depend on key and token,
 * never on cookies, so credentials are not allowed and the origin can be "*".
 */

/**
 * Headers of the official clients; further headers that a page requests are allowed too, for custom
 * functions.
 */
const requestHeaders = [
  "authorization",
  "apikey",
  "content-type",
  "x-client-info",
  "x-supabase-api-version",
  "x-region",
  "x-retry-count",
  "accept",
  "accept-profile",
  "content-profile",
  "prefer",
  "range",
  "range-unit",
  "cache-control",
  "x-upsert",
  "x-metadata",
]

/** Headers that the official clients read from a response. */
const responseHeaders = [
  "content-encoding",
  "content-location",
  "content-range",
  "content-type",
  "etag",
  "link",
  "location",
  "preference-applied",
  "retry-after",
  "sb-error-code",
  "x-relay-error",
  "x-request-id",
  "x-supabase-api-version",
  "x-total-count",
]
const exposed = responseHeaders.join(", ")

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
/** Seconds for which a browser may cache a preflight; Chromium caps this at two hours. */
const preflightLifetimeS = 7200
const headerName = /^[\w!#$%&'*+.^`|~-]{1,64}$/

/** Answers a preflight (or any other OPTIONS) without requiring a key: browsers send none with it. */
export function preflight(request: Request): Response {
  const asked = request.headers.get("access-control-request-headers")?.toLowerCase().split(",") ?? []
  const allowed = new Set([...requestHeaders, ...asked.map((name) => name.trim()).slice(0, 50)])
  return new Response(null, {
    status: 204,
    headers: {
      "access-control-allow-origin": "*",
      "access-control-allow-methods": methods,
      "access-control-allow-headers": [...allowed].filter((name) => headerName.test(name)).join(", "),
      "access-control-max-age": String(preflightLifetimeS),
      vary: "Access-Control-Request-Headers",
    },
  })
}

/**
 * Lets a page on any origin read the response. Headers that a function or project exposes itself stay
 * exposed.
 */
export function allowReading(headers: Headers): void {
  const own = headers.get("access-control-expose-headers")?.split(",") ?? []
  const more = own
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name && !responseHeaders.includes(name))
  headers.set("access-control-allow-origin", "*")
  headers.set(
    "access-control-expose-headers",
    more.length === 0 ? exposed : [exposed, ...new Set(more)].join(", "),
  )
  headers.delete("access-control-allow-credentials")
}
