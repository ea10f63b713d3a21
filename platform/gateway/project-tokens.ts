import { createRemoteJWKSet, decodeProtectedHeader, errors, jwtVerify } from "jose"
import type { Claims, VerifyToken } from "./contract.ts"

/** How long a project's signing keys are cached (SPEC section 9), in milliseconds. */
const keyLifetimeMs = 600_000
/** A token with an unknown key id triggers a refetch, but not more often than this. */
const cooldownMs = 30_000
const fetchTimeoutMs = 5_000
const signed = ["ES256", "RS256", "EdDSA"]

interface ProjectTokensOptions {
  url: string
  /** Accepts HS256 tokens signed with this secret; without it only the project's published keys are used. */
  jwtSecret?: string
  now: () => Date
}

/**
 * Verifies tokens issued by a Supabase project. Throws when its keys cannot be fetched, because the result is
 * then unknown.
 */
export function projectTokens({ url, jwtSecret, now }: ProjectTokensOptions): VerifyToken {
  const keys = createRemoteJWKSet(new URL("/auth/v1/.well-known/jwks.json", url), {
    cacheMaxAge: keyLifetimeMs,
    cooldownDuration: cooldownMs,
    timeoutDuration: fetchTimeoutMs,
  })
  const secret = jwtSecret === undefined ? null : new TextEncoder().encode(jwtSecret)
  return async (token) => {
    const algorithm = algorithmOf(token)
    const options = { currentDate: now() }
    try {
      if (algorithm === "HS256") {
        if (!secret) return null
        return (await jwtVerify(token, secret, { ...options, algorithms: ["HS256"] })).payload as Claims
      }
      if (!algorithm || !signed.includes(algorithm)) return null
      return (await jwtVerify(token, keys, { ...options, algorithms: signed })).payload as Claims
    } catch (error) {
      if (isAboutToken(error)) return null
      throw error
    }
  }
}

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg
  } catch {
    return undefined
  }
}

/** All jose errors concern the token, except those of fetching the keys. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    error.code !== "ERR_JOSE_GENERIC"
  )
}
