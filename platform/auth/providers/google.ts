import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from "jose"
import { z } from "zod"
import { equal, sha256 } from "#primitives/secrets.ts"
import type { ProviderSettings } from "../options.ts"
import { exchangeAtProvider, type Provider, type ProviderProfile } from "./provider.ts"

export const googleIssuer = "https://accounts.google.com"

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

/** Google through OpenID Connect (developers.google.com/identity/openid-connect). */
export function googleProvider(settings: ProviderSettings, now: () => Date): Provider {
  const base = settings.baseUrl
  const certificates = createRemoteJWKSet(
    new URL(base ? `${base}/oauth2/v3/certs` : "https://www.googleapis.com/oauth2/v3/certs"),
    { timeoutDuration: 10_000 },
  )

  async function verified(idToken: string): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(idToken, certificates, {
        algorithms: ["RS256", "ES256"],
        issuer: base ? [googleIssuer, base] : [googleIssuer, "accounts.google.com"],
        audience: settings.clientId,
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

  async function fromIdToken(token: string, nonce?: string): Promise<ProviderProfile | null> {
    const claims = claimsShape.safeParse(await verified(token))
    if (!claims.success) return null
    // A token with a nonce is usable only by the client that knows it; clients send the SHA-256 hash. A token
    // from our own code exchange needs none: it came directly from the provider.
    const expected = claims.data.nonce ?? ""
    if (nonce !== undefined && !equal(expected, nonce === "" ? "" : sha256(nonce).toString("hex")))
      return null
    return profileOf(claims.data)
  }

  return {
    name: "google",
    clientId: settings.clientId,
    authorizeUrl: base ? `${base}/o/oauth2/v2/auth` : "https://accounts.google.com/o/oauth2/v2/auth",
    scopes: ["openid", "email", "profile"],
    async profile(given) {
      const tokenUrl = base ? `${base}/token` : "https://oauth2.googleapis.com/token"
      const answer = z
        .object({ id_token: z.string() })
        .safeParse(await exchangeAtProvider(tokenUrl, settings, given))
      return answer.success ? fromIdToken(answer.data.id_token) : null
    },
    profileFromIdToken: (token, nonce) => fromIdToken(token, nonce),
  }
}

function profileOf(claims: z.output<typeof claimsShape>): ProviderProfile {
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
