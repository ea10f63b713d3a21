import type { Log } from "#ports/log.ts"
import type { Caller, CallerRole, Claims, VerifyToken } from "./contract.ts"
import type { KeyRole } from "./key-role.ts"
import {
  forbiddenRole,
  missingKey,
  type Refusal,
  secretKeyInBrowser,
  unavailable,
  wrongKey,
  wrongToken,
} from "./refusal.ts"

type Identified = { ok: true; caller: Caller } | { ok: false; refusal: Refusal }

export interface Checks {
  /** The role of an API key of this server. */
  keyRole: KeyRole
  verifyToken: VerifyToken
  now: () => Date
  log: Log
}

const roles: ReadonlySet<string> = new Set<CallerRole>(["anon", "authenticated", "service_role"])
/** Every browser's user agent begins like this; those of programs do not. */
const browser = /^\s*Mozilla\s*\/\s*5\s*\.\s*0/i

/** The API key of a request: header first, then query. */
function apiKeyOf(request: Request): string | null {
  return request.headers.get("apikey") ?? new URL(request.url).searchParams.get("apikey")
}

function bearerOf(request: Request): string | null {
  return /^Bearer +(\S+)\s*$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? null
}

/** The caller an API key identifies, or the refusal. */
export async function identifyKey(request: Request, checks: Checks): Promise<Identified> {
  const key = apiKeyOf(request)
  if (!key) return { ok: false, refusal: missingKey }
  const role = await roleOfKey(key, checks)
  if (!role) return { ok: false, refusal: wrongKey }
  if (role === "service_role" && browser.test(request.headers.get("user-agent") ?? "")) {
    return { ok: false, refusal: secretKeyInBrowser }
  }
  return { ok: true, caller: { role, userId: null, claims: { role } } }
}

/**
 * Identifies the caller: the member of the token when there is one, otherwise the role of the API key.
 * Refuses with 503 when tokens cannot be verified at the moment.
 */
export async function identify(request: Request, checks: Checks): Promise<Identified> {
  try {
    return await decide(request, checks)
  } catch (error) {
    checks.log.error(
      { error: error instanceof Error ? error.message : "unknown" },
      "A token could not be verified",
    )
    return { ok: false, refusal: unavailable }
  }
}

/**
 * Identifies the caller by a key, a token, or both; null when there is neither. A secret key is refused in browsers here too.
 */
export async function identifyEither(request: Request, checks: Checks): Promise<Identified | null> {
  if (apiKeyOf(request)) return identify(request, checks)
  const token = bearerOf(request)
  if (!token) return null
  const headers = new Headers(request.headers)
  // An API key sent in place of a token.
  const isKey = (await roleOfKey(token, checks).catch(() => null)) !== null
  if (isKey) headers.set("apikey", token)
  const asked = new Request(request.url, { headers })
  return isKey ? identifyKey(asked, checks) : identifyToken(token, checks)
}

/** The caller identified by a token alone. */
export async function identifyToken(token: string, checks: Checks): Promise<Identified> {
  try {
    const claims = await checks.verifyToken(token)
    return claims ? callerOf(claims) : { ok: false, refusal: wrongToken(isExpired(token, checks.now())) }
  } catch {
    return { ok: false, refusal: unavailable }
  }
}

async function decide(request: Request, checks: Checks): Promise<Identified> {
  const byKey = await identifyKey(request, checks)
  if (!byKey.ok) return byKey
  const token = bearerOf(request)
  if (!token || token === apiKeyOf(request)) return byKey
  if (token.startsWith("sb_")) {
    const role = await roleOfKey(token, checks)
    return role
      ? { ok: true, caller: { role, userId: null, claims: { role } } }
      : { ok: false, refusal: wrongKey }
  }
  const claims = await checks.verifyToken(token)
  if (!claims) return { ok: false, refusal: wrongToken(isExpired(token, checks.now())) }
  return callerOf(claims)
}

async function roleOfKey(key: string, { keyRole, verifyToken }: Checks): Promise<CallerRole | null> {
  const known = keyRole(key)
  if (known) return known
  // Legacy keys of older projects are tokens themselves.
  const role = key.split(".").length === 3 ? (await verifyToken(key))?.role : undefined
  return role === "anon" || role === "service_role" ? role : null
}

function callerOf(claims: Claims): Identified {
  const role = claims.role ?? "anon"
  if (!roles.has(role)) return { ok: false, refusal: forbiddenRole }
  const userId = typeof claims.sub === "string" && role !== "service_role" ? claims.sub : null
  return { ok: true, caller: { role: role as CallerRole, userId, claims } }
}

/** The expiry in an unverified token, used only for the message of a refusal. */
function isExpired(token: string, now: Date): boolean {
  try {
    const payload = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"))
    return typeof payload.exp === "number" && payload.exp * 1000 <= now.getTime()
  } catch {
    return false
  }
}
