import { paymentsKind } from "./env/payments-kind.ts"
import { sourceNeeds } from "./env/sources.ts"
import type { Env } from "./env.ts"

/** One sentence for each feature that is disabled or limited because of missing configuration. */
export function configurationNotes(env: Env): string[] {
  const notes: [boolean, string][] = [
    [
      (env.DEMO ?? (env.DATABASE_URL ? "off" : "on")) === "on",
      "The athletes on the boards are samples; they leave once real members score (DEMO=off turns them off).",
    ],
    [
      Boolean(env.BACKUP_DIR && env.DATABASE_URL),
      "BACKUP_DIR has no effect: with DATABASE_URL the backups are that server's own (pg_dump).",
    ],
    [!env.SMTP_URL, `Email is not sent: it is kept as files in ${env.DATA_DIR}/outbox (set SMTP_URL).`],
    [
      env.OPERATOR_EMAILS.length === 0,
      "Nobody becomes an operator when confirming an address (set OPERATOR_EMAILS).",
    ],
    [
      !env.SITE_URL && env.NODE_ENV === "production",
      "Links in emails and feeds point to this machine (set SITE_URL).",
    ],
    [
      !env.SOURCES_SANDBOX && sourceNeeds.every(([name]) => !env[name]),
      "Athletes can upload files but not connect a service (see docs/sources.md).",
    ],
    [
      Boolean(env.SOURCES_SANDBOX),
      `Strava, Polar and the other services are stand-ins at ${env.SOURCES_SANDBOX} (npm run sources:sandbox).`,
    ],
    [
      paymentsKind(env) === "sandbox",
      "The checkout is a test and takes no money (set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET).",
    ],
    [
      paymentsKind(env) === "off",
      "Nothing can be bought (set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENTS_SANDBOX=on to try it).",
    ],
    [
      Boolean(env.STRIPE_SECRET_KEY) && !env.STRIPE_WEBHOOK_SECRET,
      "Stripe events cannot be verified and are ignored; orders are checked every 15 minutes instead (set STRIPE_WEBHOOK_SECRET).",
    ],
    [
      env.TRUST_PROXY === 0 && (env.SITE_URL ?? "").startsWith("https:"),
      "SITE_URL is https, but no proxy is trusted to say so (set TRUST_PROXY to their number).",
    ],
  ]
  return notes.filter(([applies]) => applies).map(([, note]) => note)
}
