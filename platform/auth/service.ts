import type { Hono } from "hono"
import type { Auth } from "./auth.ts"
import { deriveSecrets } from "./crypto/secrets.ts"
import { socketAddress } from "./http/client.ts"
import { type Claims, verifyAccessToken } from "./keys/access-token.ts"
import { createSigningKeys } from "./keys/signing-keys.ts"
import { type AuthOptions, configFrom } from "./options.ts"
import { createPasswordHasher } from "./passwords/hasher.ts"
import { createPasswordRules } from "./passwords/strength.ts"
import { createProviders } from "./providers/find.ts"
import { prune } from "./prune.ts"
import { createRedirectRules } from "./redirects.ts"
import { createRoutes } from "./routes.ts"
import { createOpenSessions } from "./sessions/open-sessions.ts"

export interface AuthService {
  /** Paths relative to /auth/v1. */
  app: Hono
  /**
   * The claims of a valid, unexpired token whose session is open, else null. The session state is cached for 30
   * seconds, so tokens are accepted for at most that long after a sign-out or a ban. The routes of `app` check it every
   * time. Rejects while the database is unavailable.
   */
  verifyToken(token: string): Promise<Claims | null>
  /** The id of the signing key if AUTH_SECRET does not decrypt it, so that nobody could sign in; null otherwise. */
  sealedElsewhere(): Promise<string | null>
  /** Creates a signing key; the old one stays valid until its last token has expired. */
  rotateKeys(): Promise<{ kid: string; signsFrom: Date }>
  /** Removes expired data. Run it about hourly. */
  prune(): Promise<void>
  /** Stops the hashing threads. */
  close(): Promise<void>
  /** For functions in this folder that take it: sessions, export, deletion. */
  auth: Auth
}

/** Accounts, sessions and tokens in GoTrue's wire format. Requires a migrated database. */
export function createAuth(options: AuthOptions): AuthService {
  const config = configFrom(options.config)
  const secrets = deriveSecrets(options.authSecret)
  const { db, now } = options
  const auth: Auth = {
    db,
    mail: options.mail,
    now,
    log: options.log,
    siteUrl: options.siteUrl,
    issuer: `${options.siteUrl}/auth/v1`,
    redirects: createRedirectRules(options.siteUrl, options.redirectAllowList),
    askingPage: options.askingPage ?? null,
    secrets,
    apiKeys: options.keys,
    signingKeys: createSigningKeys({ db, now, secrets, accessTokenLifetimeS: config.accessTokenLifetimeS }),
    hasher: options.hasher ?? createPasswordHasher(config.passwordCost),
    passwordRules: createPasswordRules(config),
    providers: createProviders(config.providers, now),
    brand: options.brand,
    config,
    clientAddress: options.clientAddress ?? socketAddress,
  }
  const isOpen = createOpenSessions(auth)
  return {
    app: createRoutes(auth),
    async verifyToken(token) {
      const verified = await verifyAccessToken(auth, token)
      return verified.ok && (await isOpen(verified.claims)) ? verified.claims : null
    },
    sealedElsewhere: () => auth.signingKeys.sealedElsewhere(),
    rotateKeys: () => auth.signingKeys.rotate(),
    prune: () => prune(db, now(), config),
    close: () => auth.hasher.close(),
    auth,
  }
}
