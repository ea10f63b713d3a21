import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { githubProvider } from "./github.ts"
import { googleIssuer, googleProvider } from "./google.ts"
import type { Provider } from "./provider.ts"

/** The configured provider with that name. Throws 400 for one that is disabled or unknown. */
export function findProvider(auth: Auth, name: string): Provider {
  const { google, github } = auth.config.providers
  if (name === "google" && google) return googleProvider(google, auth.now)
  if (name === "github" && github) return githubProvider(github)
  throw new Refusal(
    400,
    "validation_failed",
    name === "google" || name === "github"
      ? "Unsupported provider: provider is not enabled"
      : `Unsupported provider: Provider ${name.slice(0, 40)} could not be found`,
  )
}

/** The provider that issued an ID token. Throws 400. */
export function findIdTokenProvider(
  auth: Auth,
  name: string,
): Provider & Required<Pick<Provider, "profileFromIdToken">> {
  const { google } = auth.config.providers
  const issuer = name === "google" ? googleIssuer : name.slice(0, 80)
  const provider = name === "google" && google ? googleProvider(google, auth.now) : undefined
  if (!provider?.profileFromIdToken)
    throw new Refusal(400, "provider_disabled", `Provider (issuer "${issuer}") is not enabled`)
  return { ...provider, profileFromIdToken: provider.profileFromIdToken }
}
