import type { Random } from "./random.ts"
import type { Target } from "./target.ts"
import { anyJson, anySegment, anyText, exchanged } from "./values.ts"

/** A request as sent over the wire. */
export interface FuzzRequest {
  method: string
  /** Path and query, not encoded any further. */
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

/** Possible credentials: keys and tokens issued by the site, and invalid ones. */
export interface Callers {
  publishable: string
  secret: string
  member(): string
  operator(): string
  /** The cookie of an open console. */
  console(): string
  /** A member's personal token for /api/v1. */
  personal(): string
}

/** The methods that get furthest, by target; all others are tried, too. */
const usual: Record<Target["kind"], readonly string[]> = {
  page: ["POST", "POST", "GET"],
  console: ["POST", "POST", "GET"],
  storage: ["GET", "POST"],
  frames: ["GET"],
  endpoint: ["GET", "POST"],
  auth: ["GET", "POST"],
  data: ["GET", "POST", "PATCH", "DELETE", "PUT", "HEAD"],
  function: ["POST"],
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND", "TRACE"]

const types = [
  ..."application/json text/plain application/x-www-form-urlencoded multipart/form-data text/csv application/xml".split(
    " ",
  ),
  ..."application/octet-stream application/vnd.pgrst.object+json nonsense ; multipart/form-data;boundary=x".split(
    " ",
  ),
  "multipart/form-data; boundary=",
  "application/json; charset=utf-16",
]

const oddHeaders: readonly [name: string, values: readonly string[]][] = [
  [
    "accept",
    ["text/html", "*/*", "application/vnd.pgrst.object+json", "application/vnd.pgrst.plan+json", "x", ";;"],
  ],
  ["accept-encoding", ["gzip", "br;q=9", "identity;q=0, *;q=0", "\u00e9"]],
  [
    "prefer",
    [
      "return=representation",
      "count=exact",
      "count=estimated,tx=rollback",
      "max-affected=x",
      "resolution=merge-duplicates",
      "missing=default,return=representation",
      "params=single-object",
    ],
  ],
  ["range", ["0-9", "9-0", "bytes=0-0", "bytes=-", "items=a-b", "-1-5", "99999999999999999999-"]],
  ["range-unit", ["items", "x"]],
  ["accept-profile", ["public", "private", "auth", "pg_catalog", "\u00e9"]],
  ["content-profile", ["public", "private"]],
  ["if-none-match", ["*", '"x', 'W/"'.repeat(50)]],
  ["if-modified-since", ["never", "Thu, 01 Jan 1970 00:00:00 GMT"]],
  ["cookie", ["a=b", "=;=;", "%00=%ff", "sb-token=x".repeat(200)]],
  ["stripe-signature", ["t=1,v1=a", "t=,v1=", "x"]],
  ["x-forwarded-proto", ["https", "gopher"]],
  ["x-client-info", ["x".repeat(2_000)]],
  ["content-encoding", ["gzip", "x"]],
  ["last-event-id", ["x", "-1", "99999999999999999999"]],
  ["x-retry-count", ["a"]],
]

/** One request to `target` that no client of the site sends. */
export function malformedRequest(random: Random, target: Target, callers: Callers): FuzzRequest {
  const method = random.chance(0.12)
    ? random.pick(methods)
    : (target.method ?? random.pick(usual[target.kind]))
  const headers: Record<string, string> = {}
  for (const [name, values] of oddHeaders) if (random.chance(0.08)) headers[name] = random.pick(values)
  if (target.kind === "console")
    Object.assign(headers, { cookie: callers.console(), "sec-fetch-site": "same-origin" })
  else if (target.path.startsWith("/api/v1/")) {
    // It refuses every other token before anything else.
    const token = random.chance(0.9) ? callers.personal() : random.pick([callers.member(), "b4m_x", "\u00e9"])
    if (random.chance(0.7)) headers.authorization = `Bearer ${token}`
  } else if (target.kind !== "page") Object.assign(headers, credentials(random, callers))
  const query = anyQuery(random, target)
  const path = `${filled(random, target)}${query ? `?${query}` : ""}`
  if (method === "GET" || method === "HEAD" || method === "TRACE" || random.chance(0.08))
    return { method, path, headers, body: null }
  const sent = anyBody(random, target, headers)
  if (target.sign && random.chance(0.95)) Object.assign(headers, target.sign(sent.body))
  return { method, path, ...sent }
}

function credentials(random: Random, callers: Callers): Record<string, string> {
  const apikey = random.chance(0.04)
    ? "sb_publishable_x"
    : random.pick([callers.publishable, callers.publishable, callers.secret])
  const token = random.chance(0.1)
    ? random.pick(["a.b.c", "eyJ.eyJ.", "\u00e9"])
    : random.pick([callers.member(), callers.member(), callers.operator(), callers.secret])
  const scheme = random.chance(0.97) ? "Bearer" : random.pick(["bearer", "Basic", ""])
  return {
    ...(random.chance(0.97) ? { apikey } : {}),
    ...(random.chance(0.8) ? { authorization: `${scheme} ${token}` } : {}),
  }
}

/** The pattern with values for its parameters. */
function filled(random: Random, { path: pattern, known = {} }: Target): string {
  const path = pattern
    // Existing values are used more often than others.
    .replace(/:(\w+)/g, (parameter, name: string) =>
      known[name] && random.chance(0.8) ? random.pick(known[name]) : parameter,
    )
    // ":season{[^/]+\\.json}": the required ending of the pattern is kept.
    .replace(/:\w+\{[^}]*?(\\\.(\w+))?\}\??/g, (_all, _end, extension?: string) =>
      extension ? `${anySegment(random)}.${extension}` : anySegment(random),
    )
    .replace(/:\w+\??/g, () => anySegment(random))
    .replace(/\*/g, () => anySegment(random))
  return random.chance(0.04)
    ? path + random.pick(["/", "//", "%00", "/%2e%2e", ".data", ".json", ";x", "%20"])
    : path
}

const operators =
  "eq neq gt gte lt lte like ilike match imatch is in cs cd ov sl sr nxr nxl adj fts plfts wfts isdistinct not.eq not.in x".split(
    " ",
  )

function anyQuery(random: Random, target: Target): string {
  if (random.chance(0.3)) return ""
  if (random.chance(0.1))
    return random.pick([
      "%00",
      "a=%00",
      "&&&==",
      "a[]=b&a[b]=c",
      "%zz=%",
      "=".repeat(300),
      "a=".repeat(400),
      "%ff=%ff",
      "?",
      "index",
      "_routes=x",
      "_routes=",
    ])
  const part =
    target.kind === "data" ? () => dataQuery(random, target.fields) : () => plainQuery(random, target.fields)
  return Array.from({ length: 1 + random.below(3) }, part).join("&")
}

function plainQuery(random: Random, fields: readonly string[]): string {
  const name = fields.length > 0 && random.chance(0.8) ? random.pick(fields) : anySegment(random)
  return `${name}=${anySegment(random)}`
}

function dataQuery(random: Random, columns: readonly string[]): string {
  const column = columns.length > 0 && random.chance(0.9) ? random.pick(columns) : anySegment(random)
  const value = random.chance(0.5)
    ? anySegment(random)
    : random.pick(["(1,2)", "{a,b}", "[1,2)", "null", "now", "*a*", "(", "{", "1e400", '"a\\"', "()"])
  return random.pick([
    () => `${column}=${random.pick(operators)}.${value}`,
    () => `${column}=${random.pick(operators)}(any).${value}`,
    () => `or=(${column}.${random.pick(operators)}.${value},and(${column}.is.null))`,
    () =>
      `select=${random.pick([column, `${column}::${random.pick(["text", "int", "nonsense", "jsonb"])}`, `${column}->a->>0`, `x:${column}`, `${column}.sum()`, "count()", "*,orders(*)", "...orders(id)", "((", `*${",*".repeat(300)}`])}`,
    () => `order=${column}.${random.pick(["asc", "desc.nullsfirst", "x", "asc.nullslast,,"])}`,
    () => `limit=${value}`,
    () => `offset=${random.pick(["-1", "99999999999999999999", "x", "0"])}`,
    () => `columns=${column},${value}`,
    () => `on_conflict=${column}`,
    () => `${column}->>a=eq.${value}`,
  ])()
}

function anyBody(random: Random, target: Target, headers: Record<string, string>) {
  const { kind, fields } = target
  const form = random.chance(kind === "page" || kind === "console" ? 0.75 : 0.1)
  const type = form
    ? random.pick(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
    : random.chance(0.7)
      ? "application/json"
      : random.pick(types)
  if (random.chance(0.95)) headers["content-type"] = type
  const text = type.startsWith("multipart/")
    ? multipart(random, target)
    : form
      ? urlEncoded(random, target)
      : target.bodies && random.chance(0.8)
        ? JSON.stringify(exchanged(random, random.pick(target.bodies)))
        : anyJson(random, fields)
  const body = random.chance(0.04)
    ? Buffer.from(random.pick([[0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d], [0, 0, 0], [0x1f, 0x8b, 8], []]))
    : Buffer.from(text)
  // Most bodies announce their length; the others come in chunks. Without either header, Node would send the body of a
  // DELETE unframed, as if it were the next request.
  if (random.chance(0.9)) headers["content-length"] = String(body.length)
  else headers["transfer-encoding"] = "chunked"
  return { headers, body }
}

function urlEncoded(random: Random, target: Target): string {
  return entries(random, target)
    .map(([name, value]) => `${name}=${value === null ? anySegment(random) : encodeURIComponent(value)}`)
    .join("&")
}

function multipart(random: Random, target: Target): string {
  const file = () => (random.chance(0.1) ? '; filename="a.fit"\r\nContent-Type: x' : "")
  const parts = entries(random, target).map(
    ([name, value]) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${file()}\r\n\r\n${value ?? anyText(random).toWellFormed()}\r\n`,
  )
  const end = random.chance(0.8) ? "--x--\r\n" : random.pick(["--x--", "--x", "", "--y--"])
  return parts.join(random.chance(0.95) ? "" : "\n") + end
}

/** Names with the values that a form of the page would send, or null for any value. */
function entries(random: Random, { fields, forms }: Target): [name: string, value: string | null][] {
  if (forms.length === 0 || random.chance(0.2))
    return fields.filter(() => random.chance(0.7)).map((name) => [name, null])
  return Object.entries(random.pick(forms)).map(([name, value]) => [name, random.chance(0.85) ? value : null])
}
