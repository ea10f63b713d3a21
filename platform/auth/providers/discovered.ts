import { z } from "zod"
import type { OpenIdSettings } from "../options.ts"
import { type OpenIdEndpoints, openIdProvider, remoteKeys } from "./openid.ts"
import { askProvider } from "./provider.ts"

/** Algorithms with a public key. A shared secret would let whoever knows the public key sign. */
const accepted = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]

/** How long a provider's description is used, in ms. */
const rememberedMs = 3_600_000

/** Any provider of OpenID Connect, which describes itself (openid.net/specs/openid-connect-discovery-1_0.html). */
export function discoveredProvider(settings: OpenIdSettings, now: () => Date) {
  const { issuer, clientId, secret } = settings
  let known: { at: number; endpoints: OpenIdEndpoints } | undefined
  return openIdProvider({
    ...{ name: "custom:oidc", issuer, clientId, now },
    secret: () => secret,
    scopes: ["openid", "email", "profile"],
    async endpoints() {
      const at = now().getTime()
      if (known && at - known.at < rememberedMs) return known.endpoints
      const endpoints = await discover(issuer)
      if (endpoints) known = { at, endpoints }
      // An old description is better than none.
      return endpoints ?? known?.endpoints ?? null
    },
  })
}

async function discover(issuer: string): Promise<OpenIdEndpoints | null> {
  const { protocol } = new URL(issuer)
  const address = z.string().refine((text) => URL.parse(text)?.protocol === protocol)
  const shape = z.object({
    issuer: z.literal(issuer),
    authorization_endpoint: address,
    token_endpoint: address,
    jwks_uri: address,
    userinfo_endpoint: address.optional(),
    id_token_signing_alg_values_supported: z.array(z.string()).default(["RS256"]),
    token_endpoint_auth_methods_supported: z.array(z.string()).default(["client_secret_basic"]),
  })
  const read = shape.safeParse(
    await askProvider(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`),
  )
  if (!read.success) return null
  const { data } = read
  const algorithms = accepted.filter((name) => data.id_token_signing_alg_values_supported.includes(name))
  if (algorithms.length === 0) return null
  return {
    issuers: [issuer],
    authorizeUrl: data.authorization_endpoint,
    tokenUrl: data.token_endpoint,
    keys: remoteKeys(data.jwks_uri),
    algorithms,
    usesBasic: !data.token_endpoint_auth_methods_supported.includes("client_secret_post"),
    userInfoUrl: data.userinfo_endpoint,
  }
}
