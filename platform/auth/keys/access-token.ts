import { decodeProtectedHeader, errors, type JWTVerifyOptions, jwtVerify, SignJWT } from "jose"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { algorithm } from "./signing-keys.ts"

export interface AuthenticationMethod {
  /** "password", "otp", "totp", "oauth" ... */
  method: string
  /** Seconds since the epoch. */
  timestamp: number
}

/** The claims of an access token issued here. Row-level security reads the same claims through auth.jwt(). */
export interface Claims {
  iss?: string
  sub?: string
  aud?: string | string[]
  /** Seconds since the epoch. */
  exp?: number
  iat?: number
  email?: string
  phone?: string
  app_metadata?: Record<string, unknown>
  user_metadata?: Record<string, unknown>
  role?: string
  aal?: "aal1" | "aal2"
  amr?: AuthenticationMethod[]
  session_id?: string
  is_anonymous?: boolean
  [name: string]: unknown
}

type Verified = { ok: true; claims: Claims } | { ok: false; reason: string }

export const audience = "authenticated"

/** Signs an access token that expires `accessTokenLifetimeS` from now. */
export async function signAccessToken(
  auth: Auth,
  claims: Claims,
): Promise<{ token: string; expiresAt: number }> {
  const issuedAt = Math.floor(auth.now().getTime() / 1000)
  const expiresAt = issuedAt + auth.config.accessTokenLifetimeS
  const { kid, key } = await auth.signingKeys.signer()
  const token = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: algorithm, kid, typ: "JWT" })
    .setIssuer(auth.issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expiresAt)
    .sign(key)
  return { token, expiresAt }
}

/** Roles of legacy API keys, which are tokens signed with the shared secret. */
const legacyRoles = z.enum(["anon", "service_role", "supabase_admin"])
/**
 * A token that a server of the operator signs for somebody. That person need not have an account. It must end, and must not name a
 * session: only this service opens sessions, and whoever needs one refuses the token.
 */
const selfSigned = z.object({
  role: z.literal("authenticated"),
  sub: z.uuid(),
  exp: z.number(),
  session_id: z.never().optional(),
})

/** Longer than any token issued here; longer ones are not parsed. */
const longestToken = 16_384

/**
 * Verifies that a token is genuine and unexpired, and returns its claims. Checks only the token, not whether its session is
 * still open (sessions/open-sessions.ts). The key determines the algorithm, never the token: "none" and a public key used as a shared secret
 * are refused (RFC 8725, 3.1).
 */
export async function verifyAccessToken(auth: Auth, token: string): Promise<Verified> {
  if (token.length > longestToken) return { ok: false, reason: "token is too long" }
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(token)
  } catch {
    return { ok: false, reason: "token is malformed" }
  }
  if (header.alg === "HS256" && auth.apiKeys.legacySecret)
    return verifyLegacy(auth, token, auth.apiKeys.legacySecret)
  if (header.alg !== algorithm) return { ok: false, reason: "signing method is invalid" }
  const key = await auth.signingKeys.verifier(header.kid ?? "")
  if (!key) return { ok: false, reason: "unrecognized JWT kid" }
  return verifyWith(key, token, {
    algorithms: [algorithm],
    issuer: auth.issuer,
    audience,
    requiredClaims: ["exp", "iat", "sub", "session_id"],
    currentDate: auth.now(),
  })
}

async function verifyLegacy(auth: Auth, token: string, secret: string): Promise<Verified> {
  const verified = await verifyWith(new TextEncoder().encode(secret), token, {
    algorithms: ["HS256"],
    currentDate: auth.now(),
    clockTolerance: 5,
  })
  if (!verified.ok || legacyRoles.safeParse(verified.claims.role).success) return verified
  const own = selfSigned.safeParse(verified.claims)
  if (own.success) return verified
  const claim = own.error.issues[0]?.path[0]
  return {
    ok: false,
    reason: claim === "role" ? "signing method is invalid" : `token has an invalid ${String(claim)} claim`,
  }
}

async function verifyWith(
  key: Parameters<typeof jwtVerify>[1],
  token: string,
  options: JWTVerifyOptions,
): Promise<Verified> {
  try {
    const { payload } = await jwtVerify(token, key, options)
    return { ok: true, claims: payload as Claims }
  } catch (error) {
    return { ok: false, reason: reasonFor(error) }
  }
}

function reasonFor(error: unknown): string {
  if (error instanceof errors.JWTExpired) return "token is expired"
  if (error instanceof errors.JWSSignatureVerificationFailed) return "signature is invalid"
  if (error instanceof errors.JWTClaimValidationFailed) return `token has an invalid ${error.claim} claim`
  return "token is malformed"
}
