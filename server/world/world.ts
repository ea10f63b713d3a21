/** Creates the World from environment and database. Only this file and its folder import adapters. */
import { join } from "node:path"
import { createCaptcha } from "#adapters/captcha/siteverify.ts"
import { createChat } from "#adapters/chat/webhooks.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import { createOutbox, type Outbox } from "#adapters/mail/outbox.ts"
import { createSmtp } from "#adapters/mail/smtp.ts"
import { paymentsSandboxQueue } from "#adapters/payments/sandbox/deliveries.ts"
import { paymentsSandboxTask } from "#adapters/payments/sandbox/tasks.ts"
import { createPaymentsSandbox, type PaymentsSandbox } from "#adapters/payments/sandbox.ts"
import { createStripe } from "#adapters/payments/stripe.ts"
import { createPictures } from "#adapters/pictures/sharp.ts"
import { sampleWorkouts } from "#adapters/sources/demo/workouts.ts"
import { readFilesInThread } from "#adapters/sources/file/in-thread.ts"
import { readReceived } from "#adapters/sources/file/received.ts"
import { athletes } from "#content/athletes.ts"
import { site } from "#content/site.ts"
import { standingAlarms } from "#domain/competition/intake/connections/alarm.ts"
import { withReplies } from "#domain/leads/threads/address.ts"
import { followWords } from "#domain/publishing/follow-words.ts"
import type { World } from "#domain/world.ts"
import { createAccounts } from "#platform/auth/accounts.ts"
import type { StorageService } from "#platform/storage/service.ts"
import type { Captcha } from "#ports/captcha.ts"
import type { MailTransports } from "#ports/mail.ts"
import type { Payments } from "#ports/payments.ts"
import { createSeal } from "#primitives/secrets.ts"
import type { ReadyCheck } from "../http/endpoints/health.ts"
import type { Metrics } from "../http/metrics.ts"
import { countQueues } from "../jobs/counts.ts"
import type { Deadline } from "../jobs/deadline.ts"
import { createJobs, type RunningJobs, type Work } from "../jobs/jobs.ts"
import { sandboxDeadline, sandboxWorker } from "../jobs/workers/payments-sandbox.ts"
import { deadlines, workers } from "../jobs/workers.ts"
import { markdownFrom } from "../markup/from-html.ts"
import { foreignPictures, mailHtml, unusableLinks } from "../markup/mail-html.ts"
import { pageHtml } from "../markup/page-html.ts"
import { paymentsKind } from "../process/env/payments-kind.ts"
import type { Env } from "../process/env.ts"
import type { ServerLog } from "../process/log.ts"
import { readSecrets } from "../process/secrets.ts"
import type { Closers } from "./closers.ts"
import type { OpenedDatabase } from "./database.ts"
import { requireProject } from "./database-problem.ts"
import { createDatabaseWatch, type DatabaseWatch } from "./database-watch.ts"
import { openFiles, type Store } from "./files.ts"
import { createMachine } from "./machine.ts"
import { createMail } from "./mail.ts"
import { openObjects } from "./objects.ts"
import { openPush } from "./push.ts"
import { readyChecks } from "./ready-checks.ts"
import { openServices } from "./services.ts"
import { createSigner } from "./signer.ts"
import { fileSnapshot } from "./snapshot.ts"
import { openStorage } from "./storage.ts"

interface OpenedWorld {
  world: World
  /** The queue behind `world.jobs`. Jobs cannot be added before openWork(). */
  queue: RunningJobs
  /** The storage service of this process, opened on first use. */
  storage(): Promise<StorageService>
  /** The payment sandbox, if it is used. */
  paymentsSandbox: PaymentsSandbox | undefined
  /** The mails of this installation as files; absent if they are sent through SMTP. */
  outbox: Outbox | undefined
  readyChecks: ReadyCheck[]
  /** The buckets in use; the server adds the one for backups. */
  stores: Store[]
  databaseWatch: DatabaseWatch
  /** Registers a callback for when notifications may have been missed; returns its unsubscribe function. */
  onGap(reread: () => void): () => void
}

interface WorldOptions {
  env: Env
  database: OpenedDatabase
  log: ServerLog
  closers: Closers
  metrics: Metrics
  /** Public origin of the site. */
  siteUrl: string
}

/**
 * The first phase: migrates the database to the current schema and opens every port. Each resource is registered with
 * `closers` as soon as it is open.
 */
export async function openWorld(options: WorldOptions): Promise<OpenedWorld> {
  const { env, database, log, closers, metrics, siteUrl } = options
  const { db } = database
  if (env.SUPABASE_URL) await requireProject(db)
  await migrate({ url: database.directUrl, platform: env.SUPABASE_URL === undefined, log })

  const { transports, outbox } = openTransports(env, closers)
  const watch = createDatabaseWatch({
    db,
    log,
    connect: () => connectPostgres({ url: database.url, max: 1, applicationName: "b4m watch" }),
  })
  closers.add("database watch", () => watch.close())
  const live = createPostgresLive(db, log)
  await live.open()
  closers.add("live", () => live.close())

  const published = await followWords({ db, live, log }, fileSnapshot(join(env.DATA_DIR, "published.json")))
  closers.add("published words", async () => published.close())
  live.onGap(() => {
    published
      .reload()
      .catch((error: unknown) => log.error({ error }, "The published words could not be reloaded"))
  })

  const now = () => new Date()
  const secrets = await readSecrets(env)
  const { AUTH_SECRET: secret } = secrets
  const sign = createSigner(secret)
  const queue = createJobs({ db, log, onEnded: metrics.jobEnded })
  const { jobs } = queue
  const captcha = openCaptcha(env)
  const { payments, sandbox } = openPayments(env, { db, jobs, now, sign, siteUrl })
  const { files, stores } = await openFiles(env, closers)
  const tokens = createSeal(secret, "source tokens")
  const services = openServices(env, { db, now, tokens, readFiles: readReceived, siteUrl })
  const storage = openStorage({ env, secret, db, files, now, log })
  const push = openPush(env, { db, secret, siteUrl, now })
  const settings: World["settings"] = {
    siteUrl,
    operatorEmails: env.OPERATOR_EMAILS,
    ...(env.REPLY_ADDRESS ? { replyAddress: env.REPLY_ADDRESS } : {}),
    ...(env.REPLY_ADDRESS && env.RECEIVED_MAIL_TOKEN ? { receivesReplies: true as const } : {}),
    operatorsNeedSecondFactor: env.NODE_ENV === "production",
    demo: (env.DEMO ?? (env.DATABASE_URL ? "off" : "on")) === "on",
  }
  const world: World = {
    db,
    live,
    mail: createMail(jobs, (id, mail) => withReplies({ settings, sign }, id, mail)),
    transports,
    sources: {
      files: { readPaths: readFilesInThread, readReceived },
      demo: { athletes, workouts: sampleWorkouts },
      services: new Map(services.map((service) => [service.name, service])),
      tokens,
    },
    ...(captcha ? { captcha } : {}),
    ...(payments ? { payments } : {}),
    ...(push ? { push } : {}),
    chat: createChat({ addresses: createSeal(secret, "chat addresses") }),
    machine: createMachine(env, { db, log, now }, { queue, stores }),
    files,
    photos: openObjects(env, secrets, { bucket: "photos", storage }),
    newsletterPictures: openObjects(env, secrets, { bucket: "newsletters", storage }),
    pictures: createPictures(),
    published,
    jobs,
    accounts: createAccounts(now),
    markup: { pageHtml, markdownFrom, mailHtml, unusableLinks, foreignPictures },
    log,
    settings,
    now,
    sign,
  }
  return {
    world,
    queue,
    storage,
    paymentsSandbox: sandbox,
    outbox,
    databaseWatch: watch,
    readyChecks: readyChecks({
      db,
      folders: {
        DATA_DIR: env.DATA_DIR,
        // As root, it may be on another disk.
        ...(env.DATABASE_URL ? {} : { "the folder of the database": database.place }),
      },
    }),
    stores,
    onGap: live.onGap,
  }
}

interface WorkOptions {
  closers: Closers
  /** Scheduled work that depends on settings: backups and the heartbeat. */
  further?: readonly Deadline[]
  metrics: Metrics
  /** Removes expired data of the auth service. */
  pruneAuth(): Promise<void>
}

/** The second phase: the queues that the ports need. From here on jobs can be added; `queue.work` runs them. */
export async function openWork(
  { world, queue, paymentsSandbox }: OpenedWorld,
  { closers, metrics, pruneAuth, further = [] }: WorkOptions,
): Promise<void> {
  const sandbox = sandboxWork(world, paymentsSandbox)
  await queue.open({
    workers: [...workers(), ...sandbox.workers],
    deadlines: [...deadlines(pruneAuth), ...sandbox.deadlines, ...further],
  })
  closers.add("jobs", () => queue.stop(secondsForJobs))
  metrics.watchJobs(() => countQueues(world.db))
  metrics.watchAlarms(() => standingAlarms(world.db))
}

/** How long running jobs may take at shutdown before they are returned to the queue. */
const secondsForJobs = 8

function sandboxWork({ payments }: World, sandbox: PaymentsSandbox | undefined): Required<Work> {
  if (!sandbox || !payments) return { workers: [], deadlines: [] }
  const tasks = { ...sandbox, queue: paymentsSandboxQueue, shape: paymentsSandboxTask }
  return { workers: [sandboxWorker(tasks, payments)], deadlines: [sandboxDeadline(sandbox)] }
}

type PaymentsParts = Pick<World, "db" | "jobs" | "now" | "sign"> & { siteUrl: string }

/** Both are undefined if payments are unavailable. */
function openPayments(
  env: Env,
  { db, jobs, now, sign, siteUrl }: PaymentsParts,
): { payments?: Payments; sandbox?: PaymentsSandbox } {
  const kind = paymentsKind(env)
  if (kind === "off") return {}
  const automaticTax = env.STRIPE_AUTOMATIC_TAX === "on"
  // Without a configured secret, a random one is used, so that no webhook is accepted.
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

/** Mails are sent through SMTP when a server is configured, and stored as files otherwise. */
function openTransports(
  env: Env,
  closers: Closers,
): { transports: MailTransports; outbox: Outbox | undefined } {
  const { SMTP_URL: url, MAIL_FROM: from } = env
  if (url === undefined) {
    const outbox = openOutbox(env)
    closers.add("mail", () => outbox.close())
    return { transports: { mail: outbox, newsletters: outbox }, outbox }
  }
  const mail = createSmtp({ url, from })
  const newsletters = createSmtp({ url, from, neverTwice: true })
  closers.add("mail", () => mail.close())
  closers.add("newsletter mail", () => newsletters.close())
  return { transports: { mail, newsletters }, outbox: undefined }
}

/** Needs no database. */
export function openCaptcha(env: Env): Captcha | undefined {
  if (!env.CAPTCHA) return undefined
  const [siteKey, secret] = [env.CAPTCHA_SITE_KEY ?? "", env.CAPTCHA_SECRET ?? ""]
  return createCaptcha({ provider: env.CAPTCHA, siteKey, secret })
}

function openOutbox(env: Env): Outbox {
  // Links contain sign-in tokens, so they are printed to the developer's terminal and never logged.
  const shown = env.LOG_LEVEL === "debug" && env.NODE_ENV === "development"
  const print = (kind: string, links: readonly string[]) =>
    process.stdout.write(links.map((link) => `mail ${kind}: ${link}\n`).join(""))
  return createOutbox({
    folder: join(env.DATA_DIR, "outbox"),
    from: env.MAIL_FROM,
    ...(shown ? { onLinks: print } : {}),
  })
}
