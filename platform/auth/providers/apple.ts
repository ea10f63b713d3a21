import { importPKCS8, SignJWT } from "jose"
import { z } from "zod"
import type { AppleSettings } from "../options.ts"
import { openIdProvider, remoteKeys } from "./openid.ts"
import type { Provider } from "./provider.ts"

export const appleIssuer = "https://appleid.apple.com"

/** What Apple posts beside the code, only the first time that somebody signs in. It is not signed, so only the name is taken. */
const firstAnswer = z.object({
  name: z.object({ firstName: z.string().max(100).nullish(), lastName: z.string().max(100).nullish() }),
})

/** Sign in with Apple (developer.apple.com/documentation/signinwithapplerestapi). */
export function appleProvider(
  settings: AppleSettings,
  now: () => Date,
): Provider & Required<Pick<Provider, "profileFromIdToken">> {
  const base = settings.baseUrl ?? appleIssuer
  const endpoints = {
    issuers: [appleIssuer],
    authorizeUrl: `${base}/auth/authorize`,
    tokenUrl: `${base}/auth/token`,
    keys: remoteKeys(`${base}/auth/keys`),
    algorithms: ["RS256"],
  }
  const provider = openIdProvider({
    ...{ name: "apple", issuer: appleIssuer, clientId: settings.clientId, now },
    secret: () => clientSecret(settings, now()),
    scopes: ["openid", "name", "email"],
    // Apple demands it for the scopes name and email.
    parameters: { response_mode: "form_post" },
    endpoints: () => endpoints,
  })
  return {
    ...provider,
    async profile(given) {
      const profile = await provider.profile(given)
      const name = nameIn(given.user)
      return profile && name
        ? { ...profile, details: { ...profile.details, name, full_name: name } }
        : profile
    },
  }
}

/** Apple accepts a token signed with the key of the team instead of a secret. */
async function clientSecret(settings: AppleSettings, now: Date): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / 1_000)
  return new SignJWT()
    .setProtectedHeader({ alg: "ES256", kid: settings.keyId })
    .setIssuer(settings.teamId)
    .setSubject(settings.clientId)
    .setAudience(appleIssuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 300)
    .sign(await importPKCS8(settings.privateKey, "ES256"))
}

function nameIn(user: string | undefined): string {
  try {
    const { name } = firstAnswer.parse(JSON.parse(user ?? ""))
    return [name.firstName, name.lastName].filter(Boolean).join(" ").trim()
  } catch {
    return ""
  }
}
