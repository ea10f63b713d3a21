import type { Auth } from "../auth.ts"
import type { AuthConfig } from "../options.ts"
import { Refusal } from "../refusal.ts"
import { appleIssuer, appleProvider } from "./apple.ts"
import { discoveredProvider } from "./discovered.ts"
import { githubProvider } from "./github.ts"
import { googleIssuer, googleProvider } from "./google.ts"
import type { Provider } from "./provider.ts"

/** The providers that are set up, by name: each is created once, because it keeps keys. */
export function createProviders(
  { google, github, apple, oidc }: AuthConfig["providers"],
  now: () => Date,
): ReadonlyMap<string, Provider> {
  const providers: Provider[] = [
    ...(google ? [googleProvider(google, now)] : []),
    ...(github ? [githubProvider(github)] : []),
    ...(apple ? [appleProvider(apple, now)] : []),
    ...(oidc ? [discoveredProvider(oidc, now)] : []),
  ]
  return new Map(providers.map((provider) => [provider.name, provider]))
}

const known: ReadonlySet<string> = new Set<Provider["name"]>(["google", "github", "apple", "custom:oidc"])
const issuers: Record<string, string> = { google: googleIssuer, apple: appleIssuer }

/** The configured provider with that name. Throws 400 for one that is disabled or unknown. */
export function findProvider({ providers }: Pick<Auth, "providers">, name: string): Provider {
  const provider = providers.get(name)
  if (provider) return provider
  throw new Refusal(
    400,
    "validation_failed",
    known.has(name)
      ? "Unsupported provider: provider is not enabled"
      : `Unsupported provider: Provider ${name.slice(0, 40)} could not be found`,
  )
}

/** The provider that issued an ID token. Throws 400. */
export function findIdTokenProvider(
  { providers }: Pick<Auth, "providers">,
  name: string,
): Provider & Required<Pick<Provider, "profileFromIdToken">> {
  const provider = providers.get(name)
  if (!provider?.profileFromIdToken) {
    const issuer = Object.hasOwn(issuers, name) ? issuers[name] : name.slice(0, 80)
    throw new Refusal(400, "provider_disabled", `Provider (issuer "${issuer}") is not enabled`)
  }
  return { ...provider, profileFromIdToken: provider.profileFromIdToken }
}
