import cluster from "node:cluster"
import type { Server } from "node:http"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { createApi } from "./http/api.ts"
import { createOpenStreams } from "./http/endpoints/boards/open-streams.ts"
import { createViewers } from "./http/endpoints/boards/viewers.ts"
import type { ReadyCheck } from "./http/endpoints/health.ts"
import { boardAnswers } from "./http/endpoints/live-answers.ts"
import { readFigures } from "./http/figures.ts"
import { isHttps } from "./http/guard/client.ts"
import { createRateLimits } from "./http/guard/rate-limits.ts"
import { documentHeaders } from "./http/guard/security-headers.ts"
import { answerWith, createHttpServer, drain, listen, localUrl, portOf } from "./http/listen.ts"
import { createVersions } from "./http/live-pages/versions.ts"
import { createMetrics } from "./http/metrics.ts"
import { createConsolePages } from "./http/operator/pages.ts"
import { createPages } from "./http/pages.ts"
import { backupDeadlines } from "./jobs/workers/backups.ts"
import { heartbeatDeadlines } from "./jobs/workers/heartbeat.ts"
import { sendingDeadlines } from "./jobs/workers/sending.ts"
import { keepSubscriptions } from "./jobs/workers/sources.ts"
import { extraOriginsOf } from "./process/extra-origins.ts"
import type { ServerLog } from "./process/log.ts"
import { configurationNotes } from "./process/notes.ts"
import { pagesFolder } from "./process/pages-folder.ts"
import type { RunningServer, StartOptions } from "./process/running-server.ts"
import type { Secrets } from "./process/secrets.ts"
import { plantSeeds } from "./seeds.ts"
import { openBackend } from "./world/backend.ts"
import type { Closers } from "./world/closers.ts"
import { openCompetition } from "./world/competition.ts"
import type { OpenedDatabase } from "./world/database.ts"
import { checkStores } from "./world/files.ts"
import { uploadArchivedLog } from "./world/log-sender.ts"
import { recordServiceSettings } from "./world/service-settings.ts"
import { openWork, openWorld } from "./world/world.ts"

export interface ServeOptions extends StartOptions {
  secrets: Secrets
  database: OpenedDatabase
  log: ServerLog
  closers: Closers
  /** A server that listens already, because pages were served without the database until now; its listeners are replaced. */
  listening?: Server
}

/** Seconds that requests in flight get at shutdown before their connections are closed. */
const drainSeconds = 10
/**
 * A proxy in front, or a client while one of several processes is replaced, reuses an idle connection within this time, or
 * probably not at all.
 */
const lingerMs = 1000

/** Starts everything on an open database, up to serving requests. Registers each opened resource with `closers`. */
export async function serve({
  env,
  buildDir,
  development = false,
  secrets,
  database,
  log,
  closers,
  listening,
}: ServeOptions): Promise<RunningServer> {
  const siteUrl = env.SITE_URL ?? localUrl(env.HOST, env.PORT)
  const metrics = createMetrics()
  const opened = await openWorld({ env, database, log, closers, metrics, siteUrl })
  const { world, queue, stores } = opened
  const { replica } = database
  stores.push(...(await uploadArchivedLog(env, log, closers)))
  const storeNotes = await checkStores(stores)
  const rateLimits = createRateLimits({
    db: database.db,
    log,
    hashKey: secrets.AUTH_SECRET,
    onRefused: metrics.rateLimited,
  })
  const backend = await openBackend({
    ...{ env, secrets, world, database, rateLimits, storage: opened.storage },
    boards: () => competition.boards,
  })
  const { gateway, address } = backend
  closers.add("gateway", backend.close)
  await openWork(opened, {
    closers,
    metrics,
    pruneAuth: backend.prune,
    further: [
      ...backupDeadlines(env),
      ...heartbeatDeadlines(env, opened.readyChecks),
      ...sendingDeadlines(env),
    ],
  })
  // Commands skip this because their shell may not have the setting.
  await database.db.sql`
    update private.settings set value = ${env.STRAVA_DISPLAY}
    where name = 'strava_display' and value <> ${env.STRAVA_DISPLAY}
  `
  await plantSeeds(world)

  const competition = await openCompetition(world, closers, opened.onGap)
  const streams = createOpenStreams()
  const viewers = createViewers(world)
  closers.add("viewers", async () => viewers.close())
  metrics.watchFigures(() => readFigures(world, env.DATA_DIR, replica))
  metrics.gauge("live_boards_open", "Live boards that are open in this process.", () => streams.size)

  const versions = createVersions({ world, boards: competition.boards, onGap: opened.onGap })
  closers.add("live pages", async () => versions.close())
  const server = listening ?? createHttpServer()
  const hops = env.TRUST_PROXY
  // Navigation stays in one document, so frames that one page needs must be allowed on all.
  const extraOrigins = extraOriginsOf(env, { project: address.url, captcha: world.captcha })
  const stopping = new AbortController()
  const { boardsTold: onTold } = metrics
  const boardsOptions = { ...competition, streams, viewers, verifyToken: gateway.verifyToken, onTold }
  const pages = buildDir
    ? await createPages({
        world,
        boards: competition.boards,
        mode: development ? "development" : "production",
        buildDir,
        server,
        isHttps: (incoming) => isHttps(incoming, hops),
        securityHeaders: (page) => documentHeaders({ ...page, development, extraOrigins }),
        embeds: env.EMBEDS,
        diskFolder: pagesFolder(env),
        live: {
          versions,
          database: opened.databaseWatch,
          ...(replica ? { onReplica: () => replica.upToDate() } : {}),
          answers: [boardAnswers({ ...boardsOptions, world, stopping: stopping.signal })],
        },
        onServed: ({ method, status }) => metrics.onAnswered({ method, route: "static", status, ms: 0 }),
      })
    : undefined
  if (pages) closers.add("pages", () => pages.close())
  const consolePages =
    pages && buildDir
      ? await createConsolePages({
          world,
          boards: competition.boards,
          preview: pages.preview,
          development,
          buildDir,
          server,
        })
      : undefined
  if (consolePages) closers.add("console", () => consolePages.close())

  const app = createApi({
    world,
    log,
    metrics,
    metricsToken: secrets.METRICS_TOKEN,
    hops,
    rateLimits,
    development,
    gateway: gateway.app,
    boards: boardsOptions,
    paymentsSandbox: opened.paymentsSandbox?.app,
    backend: address,
    ...(env.RECEIVED_MAIL_TOKEN
      ? { receivedMail: { token: env.RECEIVED_MAIL_TOKEN, authServer: env.RECEIVED_MAIL_SERVER } }
      : {}),
    ...(env.MAIL_EVENTS_TOKEN ? { mailEvents: { token: env.MAIL_EVENTS_TOKEN } } : {}),
    database: opened.databaseWatch,
    readyChecks: [stoppingCheck(stopping.signal), ...opened.readyChecks],
    stopping: stopping.signal,
    outbox: env.NODE_ENV === "production" ? undefined : opened.outbox,
    console: consolePages && { pages: consolePages },
    verifyToken: gateway.verifyToken,
    pages,
  })
  const answer = getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings))
  if (listening) listening.removeAllListeners("request").removeAllListeners("upgrade")
  answerWith(server, {
    request(incoming, outgoing) {
      const further = () => void answer(incoming, outgoing)
      const toConsole = () => (consolePages ? consolePages.serve(incoming, outgoing, further) : further())
      if (pages) pages.serve(incoming, outgoing, toConsole)
      else further()
    },
    upgrade(incoming, socket, head) {
      // In development, hot reload also listens for upgrades, and handles the others.
      if (!gateway.upgrade(incoming, socket, head) && !development)
        socket.end("HTTP/1.1 404 Not Found\r\n\r\n")
    },
  })
  closers.add("http", async () => {
    stopping.abort()
    await backend.hangUp()
    const cut = await drain(server, drainSeconds, env.TRUST_PROXY > 0 || cluster.isWorker ? lingerMs : 0)
    if (cut > 0) log.warn({ connections: cut }, "Connections were cut because their requests did not end")
  })
  // The first visitor does not have to wait for the jobs.
  const [port] = await Promise.all([
    listening ? portOf(listening) : listen(server, env.HOST, env.PORT),
    queue.work(world),
  ])
  const url = localUrl(env.HOST, port)
  await recordServiceSettings(database.db, {
    env,
    siteUrl: env.SITE_URL ?? url,
    authSecret: secrets.AUTH_SECRET,
  })
  // Some services call back before they respond.
  void keepSubscriptions(world)
  const lines = [
    `B4M is running at ${env.SITE_URL ?? url}${env.SITE_URL ? ` (here: ${url})` : ""}`,
    `Data: ${database.place}`,
    ...database.notes,
    ...storeNotes,
    ...configurationNotes(env),
  ]
  return { url, port, lines, routes: app.routes, stop: () => closers.close() }
}

/** Load balancers stop sending traffic as soon as shutdown begins, while requests in flight still finish. */
function stoppingCheck(signal: AbortSignal): ReadyCheck {
  return { name: "process", reason: async () => (signal.aborted ? "the server is stopping" : null) }
}
