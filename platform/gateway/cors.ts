/**
 * Cross-origin rules of the four services. Browsers on any origin may call them: who may do what is decided by key
 * and token, never by cookie, so no credentials are allowed and the origin can be "*".
 */

/** What the official clients send; further headers that a page asks for are allowed too, for functions of its own. */
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

/** What the official clients read from an answer. */
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

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"
/** Seconds that a browser may remember a preflight; Chromium keeps at most two hours. */
const preflightLifetimeS = 7200
const headerName = /^[\w!#$%&'*+.^`|~-]{1,64}$/

/** Answers a preflight (or any other OPTIONS) without asking for a key: browsers send none with it. */
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

/** Lets a page on any origin read the answer. What a function or project exposes by itself stays exposed. */
export function allowReading(headers: Headers): void {
  const own = headers.get("access-control-expose-headers")?.split(",") ?? []
  const exposed = new Set([
    ...responseHeaders,
    ...own.map((name) => name.trim().toLowerCase()).filter(Boolean),
  ])
  headers.set("access-control-allow-origin", "*")
  headers.set("access-control-expose-headers", [...exposed].join(", "))
  headers.delete("access-control-allow-credentials")
}
