import { Hono } from "hono"
import type { World } from "#domain/world.ts"
import type { VerifyToken } from "#platform/gateway/contract.ts"
import type { Gateway } from "#platform/gateway.ts"
import { networkOf } from "#primitives/network.ts"
import type { ServerLog } from "../process/log.ts"
import type { DatabaseWatch } from "../world/database-watch.ts"
import { createApiV1 } from "./api-v1/app.ts"
import type { AppEnv } from "./context.ts"
import { type BackendAddress, backendEndpoint } from "./endpoints/backend.ts"
import type { BoardsOptions } from "./endpoints/boards/options.ts"
import { boardsEndpoint } from "./endpoints/boards.ts"
import { boardsEmbedEndpoint } from "./endpoints/boards-embed.ts"
import { calendarEndpoint } from "./endpoints/calendar.ts"
import { type DevOutbox, devOutboxEndpoint } from "./endpoints/dev-outbox.ts"
import { figuresEndpoint } from "./endpoints/figures.ts"
import { formStampEndpoint } from "./endpoints/form-stamp.ts"
import { healthEndpoint, type ReadyCheck } from "./endpoints/health.ts"
import { inviteCodeEndpoint } from "./endpoints/invite-code.ts"
import { type MailEventsOptions, mailEventsEndpoint } from "./endpoints/mail-events.ts"
import { metricsEndpoint } from "./endpoints/metrics.ts"
import { newsletterEndpoint } from "./endpoints/newsletter.ts"
import { paymentsEndpoint } from "./endpoints/payments.ts"
import { photosEndpoint } from "./endpoints/photos.ts"
import { raceCardEndpoint } from "./endpoints/race-card.ts"
import { type ReceivedMailOptions, receivedMailEndpoint } from "./endpoints/received-mail.ts"
import { screenEndpoint } from "./endpoints/screen.ts"
import { seasonsEndpoint } from "./endpoints/seasons.ts"
import { shareCardEndpoint } from "./endpoints/share-card.ts"
import { sharedFilesEndpoint } from "./endpoints/shared-files.ts"
import { sideRacesElsewhere } from "./endpoints/side-races-elsewhere.ts"
import { sourcesEndpoint } from "./endpoints/sources.ts"
import { spotCodeEndpoint } from "./endpoints/spot-code.ts"
import { isMachinePath, notFound, onError } from "./errors.ts"
import { formPostsOnly } from "./guard/form-posts.ts"
import { headRequests } from "./guard/head-requests.ts"
import type { RateLimits } from "./guard/rate-limits.ts"
import { guard } from "./guard.ts"
import type { Metrics } from "./metrics.ts"
import { type ConsoleOptions, consoleEndpoint } from "./operator/console.ts"
import type { Pages } from "./pages/contract.ts"
import { requestLog } from "./request-log.ts"
import { accountSession, signedIn } from "./sessions/account.ts"

interface ApiOptions {
  world: World
  log: ServerLog
  metrics: Metrics
  metricsToken: string
  /** Trusted proxies in front (TRUST_PROXY). */
  hops: number
  rateLimits: RateLimits
  /** Whether pages are compiled on demand (npm run dev). */
  development?: boolean
  readyChecks: readonly ReadyCheck[]
  /** Whether only a restart of this process can help, for /health. */
  database: Pick<DatabaseWatch, "isStuck">
  /** Aborted when the server begins to stop, which ends open-ended responses. */
  stopping: AbortSignal
  /** Mails stored as files, for /dev/outbox; undefined in production. */
  outbox: DevOutbox | undefined
  /** Handles /auth/v1, /rest/v1, /functions/v1 and the other service paths. */
  gateway: Gateway["app"]
  /** Sent to browsers; without it, members cannot sign in on the pages. */
  backend?: BackendAddress
  /** Handles bounces and complaints at /webhooks/mail-events; without it they cannot be reported over HTTP. */
  mailEvents?: MailEventsOptions
  /** Receives replies at /webhooks/received-mail; without it an operator's own mailbox gets them. */
  receivedMail?: ReceivedMailOptions
  /** Serves /boards; without it there is no competition. */
  boards?: Omit<BoardsOptions, "world" | "stopping">
  /** The pages that stand in for those of the payment service: /payments-sandbox/*. */
  paymentsSandbox?: Hono | undefined
  /** The operator's console at /operator; anyone else gets the response of `pages`. */
  console?: Pick<ConsoleOptions, "pages"> | undefined
  /**
   * Verifies the access tokens that open sessions of the console and of the account; without it, neither is available.
   */
  verifyToken?: VerifyToken
  /** Handles every other path; without it the app serves the API alone. */
  pages?: Pick<Pages, "fetch" | "embedScript" | "screenScript"> | undefined
}

/** Every route of the process, in matching order. Can be tested without a server: `createApi(...).request(...)`. */
export function createApi(options: ApiOptions): Hono<AppEnv> {
  const { world, log, pages, hops, rateLimits, development = false } = options
  const app = new Hono<AppEnv>()
  app.use(requestLog(log, options.metrics.onAnswered))
  app.use(headRequests())
  app.route("/", guard({ siteUrl: world.settings.siteUrl, hops, rateLimits, development }))

  app.route("/", healthEndpoint(options.readyChecks, options.database))
  app.route("/", metricsEndpoint(options.metrics, options.metricsToken))
  if (options.outbox) app.route("/", devOutboxEndpoint(options.outbox, world.settings.siteUrl))

  app.route("/", calendarEndpoint(world))
  app.route("/", spotCodeEndpoint(world))
  app.route("/", inviteCodeEndpoint(world.settings.siteUrl))
  app.route("/", formStampEndpoint(world))
  if (options.mailEvents) app.route("/", mailEventsEndpoint(world, options.mailEvents))
  if (options.receivedMail) app.route("/", receivedMailEndpoint(world, options.receivedMail))
  if (options.backend) app.route("/", backendEndpoint(options.backend))
  if (options.boards) {
    const { boards } = options.boards
    app.route("/", seasonsEndpoint(world))
    app.route("/", boardsEndpoint({ world, stopping: options.stopping, ...options.boards }))
    if (pages) {
      app.route("/", boardsEmbedEndpoint({ world, boards, script: () => pages.embedScript() }))
      app.route("/", screenEndpoint({ world, boards, script: () => pages.screenScript() }))
    }
    app.route("/", shareCardEndpoint({ world, boards }))
    app.route("/", raceCardEndpoint({ world, boards }))
    app.route("/", sideRacesElsewhere({ world, boards }))
    app.route("/", createApiV1({ world, boards, rateLimits }).hono)
  }
  app.route("/", newsletterEndpoint(world))
  app.route("/", photosEndpoint(world))
  app.route("/", figuresEndpoint())
  app.route("/", sourcesEndpoint(world))
  app.route("/", sharedFilesEndpoint())
  if (world.payments) app.route("/", paymentsEndpoint(world, world.payments))
  // The payment sandbox's pages contain forms, too.
  app.use("/payments-sandbox/*", formPostsOnly())
  if (options.paymentsSandbox) app.route("/", options.paymentsSandbox)
  app.route("/", options.gateway)

  const { verifyToken, stopping } = options
  if (verifyToken) app.route("/", accountSession(world, verifyToken))
  if (verifyToken && options.console)
    app.route("/", consoleEndpoint(world, { ...options.console, site: pages, verifyToken, stopping }))
  if (pages) {
    app.all(
      "*",
      // No route matched, and callers of these paths do not read HTML.
      (c, next) => (isMachinePath(c.req.path) ? Promise.resolve(notFound(c)) : next()),
      formPostsOnly(),
    )
    app.all("*", (c) => {
      const { requestId, https, clientAddress } = c.var
      return pages.fetch(c.req.raw, {
        requestId,
        https,
        sender: { ip: clientAddress || null, userAgent: c.req.header("user-agent") ?? null },
        signedIn: () => signedIn(world, c),
        take: async (rule) => (await options.rateLimits.take(rule, networkOf(clientAddress))).ok,
      })
    })
  }
  app.notFound(notFound)
  app.onError(onError(log))
  return app
}
