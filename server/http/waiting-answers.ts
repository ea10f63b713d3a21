import type { IncomingMessage, RequestListener } from "node:http"
import type { Duplex } from "node:stream"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import type { World } from "#domain/world.ts"
import { retryLater } from "#primitives/database-away.ts"
import type { ServerLog } from "../process/log.ts"
import { awayPart } from "../world/world-without-database.ts"
import type { AppEnv } from "./context.ts"
import { healthEndpoint } from "./endpoints/health.ts"
import { databaseAway, isMachinePath, onError } from "./errors.ts"
import { limitBodies } from "./guard/body-limit.ts"
import { client, isHttps } from "./guard/client.ts"
import { headRequests } from "./guard/head-requests.ts"
import { readableAddress } from "./guard/readable-address.ts"
import { sameOriginOnly } from "./guard/same-origin.ts"
import { documentHeaders, securityHeaders } from "./guard/security-headers.ts"
import { offerSendingAgain } from "./guard/send-again.ts"
import type { Versions } from "./live-pages/versions.ts"
import type { Pages, PagesOptions } from "./pages/contract.ts"
import { createPages } from "./pages.ts"
import { requestLog } from "./request-log.ts"

interface WaitingOptions extends Pick<PagesOptions, "buildDir" | "diskFolder" | "embeds"> {
  world: World
  log: ServerLog
  hops: number
  extraOrigins: Parameters<typeof documentHeaders>[0]["extraOrigins"]
}

interface WaitingAnswers {
  request: RequestListener
  upgrade(incoming: IncomingMessage, socket: Duplex): void
  close(): Promise<void>
}

/** Nothing is known to change before the database answers. */
const still: Versions = {
  current: ({ shows }) => ({ counts: shows.map(() => 0), time: 0 }),
  catchUp: async () => {},
  outdatedSince: () => undefined,
  close() {},
}

/**
 * Answers every request before the database has answered for the first time: files and prerendered pages as always,
 * pages of published words, pages with data as they were kept on disk, with their age, and 503 with a sentence for
 * everything else. /health is 200, so that no supervisor restarts a process that waits; /ready is 503.
 */
export async function createWaitingAnswers(options: WaitingOptions): Promise<WaitingAnswers> {
  const { world, log, hops, extraOrigins } = options
  const since = performance.now()
  const pages = await createPages({
    ...options,
    boards: awayPart(),
    mode: "production",
    isHttps: (incoming) => isHttps(incoming, hops),
    securityHeaders: (page) => documentHeaders({ ...page, development: false, extraOrigins }),
    live: {
      versions: still,
      database: { awaySince: () => since, suspect() {}, isStuck: () => false, close: async () => {} },
      answers: [],
    },
  })
  const app = createApp({ world, log, hops, pages })
  const answer = getRequestListener((request, bindings) => app.fetch(request, bindings as HttpBindings))
  return {
    request: (incoming, outgoing) => pages.serve(incoming, outgoing, () => void answer(incoming, outgoing)),
    upgrade: (_incoming, socket) =>
      socket.end(
        `HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${retryLater["retry-after"]}\r\nConnection: close\r\n\r\n`,
      ),
    close: () => pages.close(),
  }
}

function createApp(options: Pick<WaitingOptions, "world" | "log" | "hops"> & { pages: Pages }): Hono<AppEnv> {
  const { world, log, hops, pages } = options
  const app = new Hono<AppEnv>()
  app.use(requestLog(log, () => {}))
  app.use(headRequests())
  app.use(client(hops))
  app.use(securityHeaders())
  app.use(readableAddress())
  app.use(sameOriginOnly(world.settings.siteUrl))
  app.use(limitBodies())
  app.use(offerSendingAgain())
  const waits = { name: "database", reason: async () => "the database has not answered since the start" }
  app.route("/", healthEndpoint([waits], { isStuck: () => false }))
  app.all("*", async (c) => {
    if (isMachinePath(c.req.path)) return databaseAway(c)
    const { requestId, https, clientAddress } = c.var
    const page = await pages.fetch(c.req.raw, {
      requestId,
      https,
      sender: { ip: clientAddress || null, userAgent: c.req.header("user-agent") ?? null },
      signedIn: awayPart(),
      take: awayPart(),
    })
    // What no page is may be an endpoint, and what was not found may be in the database.
    return page.status === 404 ? databaseAway(c) : page
  })
  app.onError(onError(log))
  return app
}
