/**
 * What commands need to know about the service that runs on the same database. The service gets its settings from its
 * unit file or container, but a shell has none of them; a command that guessed would put wrong URLs into mails.
 */
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { equal } from "#primitives/secrets.ts"
import { paymentsKind } from "../process/env/payments-kind.ts"
import { type Env, SettingError } from "../process/env.ts"
import { createSigner } from "./signer.ts"

/** Settings that affect commands, in the form of environment variables. */
const inherited = [
  "CONCEPT2_BASE_URL",
  "CONCEPT2_CLIENT_ID",
  "COROS_BASE_URL",
  "COROS_CLIENT_ID",
  "DEMO",
  "GARMIN_CLIENT_ID",
  "INTERVALS_CLIENT_ID",
  "MAIL_FROM",
  "OPERATOR_EMAILS",
  "POLAR_CLIENT_ID",
  "REPLY_ADDRESS",
  "SOURCES_SANDBOX",
  "STRAVA_BASE_URL",
  "STRAVA_CLIENT_ID",
  "STRAVA_CLUB_ID",
  "STRAVA_OAUTH_URL",
  "STRIPE_API_BASE",
  "STRIPE_AUTOMATIC_TAX",
  "SUUNTO_CLIENT_ID",
  "WAHOO_CLIENT_ID",
] as const

/** Secrets that commands use too. Only their names are stored, never their values. */
const needed = [
  "CONCEPT2_CLIENT_SECRET",
  "COROS_CLIENT_SECRET",
  "GARMIN_CLIENT_SECRET",
  "INTERVALS_CLIENT_SECRET",
  "INTERVALS_WEBHOOK_SECRET",
  "POLAR_CLIENT_SECRET",
  "STRAVA_CLIENT_SECRET",
  "STRAVA_VERIFY_TOKEN",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "SUUNTO_CLIENT_SECRET",
  "SUUNTO_SUBSCRIPTION_KEY",
  "SUUNTO_WEBHOOK_SECRET",
  "WAHOO_CLIENT_SECRET",
  "WAHOO_WEBHOOK_TOKEN",
] as const

const recorded = z.object({
  values: z.record(z.string(), z.string()),
  /** Names of the secrets configured for the service. */
  secrets: z.array(z.string()),
  /** A digest of AUTH_SECRET, which cannot be reversed. */
  fingerprint: z.string(),
})

/** The values that the service recorded at its last start. */
type ServiceSettings = z.output<typeof recorded>

const rowName = "service"

/** Recorded at every start of the server, once its URL is known. */
export async function recordServiceSettings(
  db: Db,
  { env, siteUrl, authSecret }: { env: Env; siteUrl: string; authSecret: string },
): Promise<void> {
  const given = inherited.map((name) => [name, env[name]] as const).filter(([, value]) => value !== undefined)
  const settings: ServiceSettings = {
    values: {
      ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
      SITE_URL: siteUrl,
      PAYMENTS_SANDBOX: paymentsKind(env) === "sandbox" ? "on" : "off",
    },
    secrets: needed.filter((name) => env[name]),
    fingerprint: fingerprintOf(authSecret),
  }
  await db.sql`
    insert into private.settings (name, value) values (${rowName}, ${JSON.stringify(settings)})
    on conflict (name) do update set value = excluded.value
  `
}

/** Null if the server has never run on this database. */
export async function readServiceSettings(db: Db): Promise<ServiceSettings | null> {
  const [table] = await db.sql<{ there: boolean }>`
    select to_regclass('private.settings') is not null as there`
  if (!table?.there) return null
  const [row] = await db.sql<{ value: string }>`select value from private.settings where name = ${rowName}`
  return row ? recorded.parse(JSON.parse(row.value)) : null
}

/** Throws SettingError if this shell's secrets are missing or differ from the service's. */
export function requireSecretsOf(
  service: ServiceSettings,
  { env, authSecret }: { env: Partial<Env>; authSecret: string },
): void {
  const missing = service.secrets.filter((name) => !env[name as keyof Env])
  if (missing.length > 0)
    throw new SettingError(
      `The site runs with ${missing.join(" and ")}, which this command was not given: set ${missing.length > 1 ? "them" : "it"} here too, or keep the settings of both in the file .env`,
    )
  if (!equal(service.fingerprint, fingerprintOf(authSecret)))
    throw new SettingError(
      "AUTH_SECRET is not that of the running site, so that links and keys would not fit it: set the same one here, or use the same DATA_DIR",
    )
}

function fingerprintOf(authSecret: string): string {
  return createSigner(authSecret)("service settings", "AUTH_SECRET")
}
