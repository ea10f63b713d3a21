/** Environment and database -> World. With its folder the only place that names adapters. */
import { join } from "node:path"
import { createCaptcha } from "#adapters/captcha/siteverify.ts"
import { migrate, pendingMigrations } from "#adapters/db/migrate.ts"
import type { PostgresDb } from "#adapters/db/postgres.ts"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import { createOutbox, type Outbox } from "#adapters/mail/outbox.ts"
import { createSmtp } from "#adapters/mail/smtp.ts"
import { paymentsSandboxQueue } from "#adapters/payments/sandbox/deliveries.ts"
import { paymentsSandboxTask } from "#adapters/payments/sandbox/tasks.ts"
import { createPaymentsSandbox, type PaymentsSandbox } from "#adapters/payments/sandbox.ts"
import { createStripe } from "#adapters/payments/stripe.ts"
import { sampleWorkouts } from "#adapters/sources/demo/workouts.ts"
import { readReceived } from "#adapters/sources/file/received.ts"
import { createStrava } from "#adapters/sources/strava/client.ts"
import { athletes } from "#content/athletes.ts"
import { site } from "#content/site.ts"
import type { Demo } from "#domain/competition/intake/demo.ts"
import type { Payments } from "#domain/payments.ts"
import type { Strava } from "#domain/strava.ts"
import type { Jobs, Settings, World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import type { Closers } from "./closers.ts"
import type { ReadyCheck } from "./endpoints/health.ts"
import { paymentsKind } from "./env/payments-kind.ts"
import type { Env } from "./env.ts"
import { countQueues } from "./jobs/counts.ts"
import { createJobs, type RunningJobs } from "./jobs.ts"
import type { ServerLog } from "./log.ts"
import { createMail } from "./mail.ts"
import type { Metrics } from "./metrics.ts"
import { readSecrets } from "./secrets.ts"
import { createSigner } from "./signer.ts"
import { importWorker } from "./workers/imports.ts"
import { sandboxDeadline, sandboxWorker } from "./workers/payments-sandbox.ts"
import { stravaDeadlines, stravaWorkers } from "./workers/strava.ts"
import { deadlines, workers } from "./workers.ts"
import type { OpenedDatabase } from "./world/database.ts"

/** The adapter for files, for commands and jobs. */
export { readFilesApart } from "#adapters/sources/file/apart.ts"

/** The sample athletes of content/ with their made-up training. */
export const demo: Demo = { athletes, workouts: sampleWorkouts }

export interface OpenedWorld {
  world: World
  running: RunningJobs
  /** The stand-in for the payment service, where that is used. */
  paymentsSandbox: PaymentsSandbox | undefined
  /** The mails of this installation as files; absent when they leave through SMTP. */
  outbox: Outbox | undefined
  readyChecks: ReadyCheck[]
  /** Told each time that news may have been missed; answers the function that ends it. */
  onGap(reread: () => void): () => void
}

export interface WorldOptions {
  env: Env
  database: OpenedDatabase
  log: ServerLog
  closers: Closers
  metrics: Metrics
  /** Public origin of the site. */
  siteUrl: string
  /** Removes what has expired in the auth service; called by a job, so not before work() begins. */
  tidyAuth: () => Promise<void>
}

/** Opens everything that World stands for; each part is handed to `closers` as soon as it is open. */
export async function openWorld(options: WorldOptions): Promise<OpenedWorld> {
  const { env, database, log, closers, metrics } = options
  const { db } = database
  await migrate({ url: database.url, platform: env.SUPABASE_URL === undefined, log })

  const outbox = env.SMTP_URL === undefined ? openOutbox(env) : undefined
  const mailEngine = outbox ?? createSmtp({ url: env.SMTP_URL ?? "", from: env.MAIL_FROM })
  closers.add("mail", () => mailEngine.close())
  const newsletterEngine =
    outbox ?? createSmtp({ url: env.SMTP_URL ?? "", from: env.MAIL_FROM, neverTwice: true })
  closers.add("newsletter mail", () => newsletterEngine.close())

  const live = createPostgresLive(db, log)
  await live.open()
  closers.add("live", () => live.close())

  const now = () => new Date()
  const { AUTH_SECRET: secret } = await readSecrets(env)
  const strava = openStrava(env, db, secret, now)
  const sign = createSigner(secret)
  const later: Jobs = {
    add: (...job) => running.jobs.add(...job),
    wake: (queue) => running.jobs.wake(queue),
  }
  const { payments, sandbox } = openPayments(env, { db, jobs: later, now, sign, siteUrl: options.siteUrl })
  const running: RunningJobs = createJobs({
    db,
    log,
    workers: [
      ...workers(mailEngine, newsletterEngine),
      importWorker(readReceived),
      ...(strava ? stravaWorkers(strava) : []),
      ...(sandbox && payments ? [sandboxWorker({ ...sandboxTasks, ...sandbox }, payments)] : []),
    ],
    deadlines: [
      ...deadlines(options.tidyAuth, demo),
      ...stravaDeadlines(strava),
      ...(sandbox ? [sandboxDeadline(sandbox)] : []),
    ],
    onEnded: metrics.jobEnded,
  })
  await running.open()
  closers.add("jobs", () => running.stop(secondsForJobs))
  metrics.watchJobs(() => countQueues(db))

  const settings: Settings = {
    siteUrl: options.siteUrl,
    operatorEmails: env.OPERATOR_EMAILS,
    demo: (env.DEMO ?? (env.DATABASE_URL ? "off" : "on")) === "on",
  }
  const { jobs } = running
  const accounts = createAccounts(now)
  const world: World = { db, live, jobs, log, settings, accounts, mail: createMail(jobs), now, sign }
  if (strava) world.strava = strava
  if (env.CAPTCHA)
    world.captcha = createCaptcha({
      provider: env.CAPTCHA,
      siteKey: env.CAPTCHA_SITE_KEY ?? "",
      secret: env.CAPTCHA_SECRET ?? "",
    })
  if (payments) world.payments = payments
  await db.sql`
    update private.settings set value = ${env.STRAVA_DISPLAY}
    where name = 'strava_display' and value <> ${env.STRAVA_DISPLAY}
  `
  const readyChecks = databaseChecks(db)
  return { world, running, paymentsSandbox: sandbox, outbox, readyChecks, onGap: live.onGap }
}

/** How long jobs at work may take at a stop before they are given back. */
const secondsForJobs = 8

/** Undefined until the operator has registered an application. */
function openStrava(env: Env, db: PostgresDb, secret: string, now: () => Date): Strava | undefined {
  const { STRAVA_CLIENT_ID: clientId, STRAVA_CLIENT_SECRET: clientSecret } = env
  if (!clientId || !clientSecret) return undefined
  const [baseUrl, oauthUrl] = [env.STRAVA_BASE_URL, env.STRAVA_OAUTH_URL].map((given) =>
    given.replace(/\/$/, ""),
  )
  if (!baseUrl || !oauthUrl) return undefined
  return createStrava({
    clientId,
    clientSecret,
    baseUrl,
    oauthUrl,
    clubId: env.STRAVA_CLUB_ID ?? null,
    secret,
    db,
    now,
  })
}

const sandboxTasks = { queue: paymentsSandboxQueue, shape: paymentsSandboxTask }

type PaymentsParts = Pick<World, "db" | "jobs" | "now" | "sign"> & { siteUrl: string }

/** Both are undefined where nobody can pay. */
function openPayments(
  env: Env,
  { db, jobs, now, sign, siteUrl }: PaymentsParts,
): { payments?: Payments; sandbox?: PaymentsSandbox } {
  const kind = paymentsKind(env)
  if (kind === "off") return {}
  const automaticTax = env.STRIPE_AUTOMATIC_TAX === "on"
  // A secret that nobody else knows, for where none is given: nothing that is sent then is taken.
  const ownSecret = `whsec_${sign("payments", "webhook")}`
  if (kind === "stripe") {
    const secretKey = env.STRIPE_SECRET_KEY ?? ""
    const webhookSecret = env.STRIPE_WEBHOOK_SECRET ?? ownSecret
    const apiBase = env.STRIPE_API_BASE
    return {
      payments: createStripe({
        secretKey,
        webhookSecret,
        automaticTax,
        now,
        ...(apiBase ? { apiBase } : {}),
      }),
    }
  }
  const keys = { secretKey: `sk_test_${sign("payments", "key")}`, webhookSecret: ownSecret }
  const sandbox = createPaymentsSandbox({ ...keys, db, jobs, now, siteUrl, seller: site.name })
  return { sandbox, payments: createStripe({ ...keys, automaticTax, now, fetch: sandbox.fetch }) }
}

function openOutbox(env: Env): Outbox {
  // Links let somebody in, so they go to the developer's terminal and never through the log.
  const shown = env.LOG_LEVEL === "debug" && env.NODE_ENV === "development"
  const print = (kind: string, links: readonly string[]) =>
    process.stdout.write(links.map((link) => `mail ${kind}: ${link}\n`).join(""))
  return createOutbox({
    folder: join(env.DATA_DIR, "outbox"),
    from: env.MAIL_FROM,
    ...(shown ? { onLinks: print } : {}),
  })
}

function databaseChecks(db: PostgresDb): ReadyCheck[] {
  return [
    {
      name: "database",
      async reason() {
        await db.query("select 1")
        return null
      },
    },
    {
      name: "migrations",
      async reason() {
        const pending = await pendingMigrations((text) => db.query(text))
        return pending.length === 0 ? null : `${pending.length} migrations are not applied`
      },
    },
  ]
}
