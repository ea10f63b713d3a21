import type { Context } from "hono"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import type { Mail } from "#ports/mail.ts"
import type { Secrets } from "./crypto/secrets.ts"
import type { SigningKeys } from "./keys/signing-keys.ts"
import type { AuthConfig, AuthOptions, Brand } from "./options.ts"
import type { PasswordHasher } from "./passwords/hasher.ts"
import type { PasswordRules } from "./passwords/strength.ts"
import type { Provider } from "./providers/provider.ts"
import type { RedirectRules } from "./redirects.ts"

/** Dependencies of every endpoint; created once by createAuth. */
export interface Auth {
  db: Db
  mail: Mail
  now: () => Date
  log: Log
  siteUrl: string
  /** `${siteUrl}/auth/v1`: the `iss` claim of tokens and the prefix of every mailed link. */
  issuer: string
  redirects: RedirectRules
  /** See AuthOptions. */
  askingPage: string | null
  secrets: Secrets
  apiKeys: AuthOptions["keys"]
  signingKeys: SigningKeys
  hasher: PasswordHasher
  /** By name. */
  providers: ReadonlyMap<string, Provider>
  passwordRules: PasswordRules
  brand: Brand
  config: AuthConfig
  clientAddress: (c: Context) => string | undefined
}
