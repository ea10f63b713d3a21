import type { Db } from "#ports/db.ts"
import { type Env, SettingError } from "../process/env.ts"
import { readProcessEnv } from "../process/process-env.ts"
import { readSecrets } from "../process/secrets.ts"
import { readServiceSettings, requireSecretsOf } from "../world/service-settings.ts"

/**
 * The settings of a command: those of its own environment, or else those that the server recorded when it last started
 * on this database. Throws SettingError if the two are incompatible.
 */
export async function readCommandEnv(db: Db, folder: string): Promise<Env> {
  const own = readProcessEnv(folder)
  const service = await readServiceSettings(db)
  if (!service) return own
  const { AUTH_SECRET: authSecret } = await readSecrets(own)
  requireSecretsOf(service, { env: own, authSecret })
  // With Stripe's key, the sandbox is not used, whatever the service used.
  const { PAYMENTS_SANDBOX: sandbox, ...values } = service.values
  return readProcessEnv(
    folder,
    own.STRIPE_SECRET_KEY || !sandbox ? values : { ...values, PAYMENTS_SANDBOX: sandbox },
  )
}

/** The site's URL for links in mails. Throws SettingError if it is not known yet. */
export function requireSiteUrl(env: Env): string {
  if (env.SITE_URL) return env.SITE_URL
  throw new SettingError(
    "SITE_URL is not known, and links in emails need it: set it, for example SITE_URL=https://b4m.example, or start the site once, which writes it down",
  )
}
