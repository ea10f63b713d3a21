import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from "jose"
import { z } from "zod"
import { equal, sha256 } from "#primitives/secrets.ts"
import { Refusal } from "../refusal.ts"
import { askProvider, exchangeAtProvider, nonceOf, type Provider, type ProviderProfile } from "./provider.ts"

/** Where an OpenID provider answers, and how it signs. */
export interface OpenIdEndpoints {
  /** Accepted values of `iss`. */
  issuers: readonly string[]
  authorizeUrl: string
  tokenUrl: string
  /** The public keys of its ID tokens. */
  keys: JWTVerifyGetKey
  /** Asymmetric algorithms that it may use; the token's header does not decide. */
  algorithms: readonly string[]
  /** Whether it wants the client's secret in the header Authorization. */
  usesBasic?: boolean
  /** Asked for the address when the ID token has none. */
  userInfoUrl?: string | undefined
}

interface OpenIdOptions {
  name: Provider["name"]
  issuer: string
  clientId: string
  secret(): string | Promise<string>
  scopes: readonly string[]
  /** Null while they cannot be found out. */
  endpoints(): OpenIdEndpoints | Promise<OpenIdEndpoints | null>
  /** Further parameters for the browser's visit. */
  parameters?: Record<string, string>
  now: () => Date
}

const claimsShape = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z
    .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
    .optional(),
  name: z.string().max(255).optional(),
  picture: z.string().max(2_048).optional(),
  nonce: z.string().optional(),
})
type OpenIdClaims = z.output<typeof claimsShape>

/** The keys at an address, cached. An unknown key, as after a rotation, is looked up at most every five seconds. */
export function remoteKeys(url: string): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url), { timeoutDuration: 10_000, cooldownDuration: 5_000 })
}

/**
 * Sign-in through OpenID Connect (openid.net/specs/openid-connect-core-1_0.html, 3.1): authorization code with PKCE, state and
 * nonce, and an ID token whose signature, issuer, audience and times are checked.
 */
export function openIdProvider(
  options: OpenIdOptions,
): Provider & Required<Pick<Provider, "profileFromIdToken">> {
  const { clientId, now } = options

  async function verified(idToken: string, found: OpenIdEndpoints): Promise<OpenIdClaims | null> {
    const payload = await verify(idToken, found)
    const claims = claimsShape.safeParse(payload)
    // A token for several audiences names the one that it was issued to.
    if (!payload || !claims.success || (payload.azp !== undefined && payload.azp !== clientId)) return null
    return claims.data
  }

  async function verify(idToken: string, found: OpenIdEndpoints): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(idToken, found.keys, {
        algorithms: [...found.algorithms],
        issuer: [...found.issuers],
        audience: clientId,
        requiredClaims: ["exp", "iat", "sub"],
        currentDate: now(),
        clockTolerance: 60,
      })
      return payload
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof SyntaxError)
        return null
      throw error
    }
  }

  async function exchanged(given: Parameters<Provider["profile"]>[0]): Promise<OpenIdClaims | null> {
    const found = await options.endpoints()
    if (!found) return null
    const client = { clientId, secret: await options.secret(), usesBasic: found.usesBasic ?? false }
    const answer = z
      .object({ id_token: z.string(), access_token: z.string().optional() })
      .safeParse(await exchangeAtProvider(found.tokenUrl, client, given))
    const claims = answer.success ? await verified(answer.data.id_token, found) : null
    if (!answer.success || !claims || !equal(claims.nonce ?? "", nonceOf(given.verifier))) return null
    const { access_token: token } = answer.data
    if (claims.email !== undefined || !found.userInfoUrl || !token) return claims
    const headers = { authorization: `Bearer ${token}`, accept: "application/json" }
    const info = claimsShape.safeParse(await askProvider(found.userInfoUrl, { headers }))
    return info.success && info.data.sub === claims.sub ? { ...info.data, ...claims } : claims
  }

  return {
    name: options.name,
    issuer: options.issuer,
    clientId,
    async authorizeUrl() {
      const found = await options.endpoints()
      if (found) return found.authorizeUrl
      throw new Refusal(500, "unexpected_failure", "The provider cannot be reached")
    },
    scopes: options.scopes,
    parameters: (verifier) => ({ ...options.parameters, nonce: nonceOf(verifier) }),
    async profile(given) {
      const claims = await exchanged(given)
      return claims && profileOf(claims)
    },
    async profileFromIdToken(token, nonce) {
      const found = await options.endpoints()
      const claims = found && (await verified(token, found))
      // A token with a nonce is usable only by the client that knows it; clients send the SHA-256 hash.
      const known = nonce === "" ? "" : sha256(nonce).toString("hex")
      return claims && equal(claims.nonce ?? "", known) ? profileOf(claims) : null
    },
  }
}

function profileOf(claims: OpenIdClaims): ProviderProfile {
  return {
    id: claims.sub,
    email: claims.email?.toLowerCase() ?? null,
    emailVerified: claims.email_verified === true,
    details: {
      ...(claims.name ? { name: claims.name, full_name: claims.name } : {}),
      ...(claims.picture ? { avatar_url: claims.picture } : {}),
    },
  }
}
