import type { ProviderSettings } from "../options.ts"
import { openIdProvider, remoteKeys } from "./openid.ts"

export const googleIssuer = "https://accounts.google.com"

/** Google through OpenID Connect (developers.google.com/identity/openid-connect). */
export function googleProvider({ clientId, secret, baseUrl: base }: ProviderSettings, now: () => Date) {
  const endpoints = {
    issuers: [googleIssuer, base ?? "accounts.google.com"],
    authorizeUrl: base ? `${base}/o/oauth2/v2/auth` : "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: base ? `${base}/token` : "https://oauth2.googleapis.com/token",
    keys: remoteKeys(base ? `${base}/oauth2/v3/certs` : "https://www.googleapis.com/oauth2/v3/certs"),
    algorithms: ["RS256", "ES256"],
  }
  return openIdProvider({
    ...{ name: "google", issuer: googleIssuer, clientId, now },
    secret: () => secret,
    scopes: ["openid", "email", "profile"],
    endpoints: () => endpoints,
  })
}
