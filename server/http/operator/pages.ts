import { randomBytes } from "node:crypto"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { createRequestHandler, RouterContextProvider, ServerBuild } from "react-router"
import * as outage from "#content/outage.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { readConsoleState, shownTo } from "#domain/operator/moved.ts"
import type { Operator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import { retryLater } from "#primitives/database-away.ts"
import { addressData, personalData } from "../../world/privacy.ts"
import { documentHeaders } from "../guard/security-headers.ts"
import { createCompressor } from "../pages/compress.ts"
import type { Pages } from "../pages/contract.ts"
import { answeringWhenAway } from "../pages/when-away.ts"
import { loadAssets } from "./assets.ts"

/** The exports of app/operator/entry.server.tsx: the context keys, and the router that uses them. */
interface Entry {
  createRequestHandler: typeof createRequestHandler
  RouterContextProvider: typeof RouterContextProvider
  world: ContextKey
  boards: ContextKey
  operator: ContextKey
  nonce: ContextKey
  personalData: ContextKey
  addressData: ContextKey
  shown: ContextKey
  preview: ContextKey
}

type ContextKey = Parameters<RouterContextProvider["set"]>[0]

interface ConsolePagesOptions {
  world: World
  boards: Boards
  /** Renders a page of the site with other words. */
  preview: Pages["preview"]
  development: boolean
  /** Folder of the console's build: operator/client and operator/server. */
  buildDir: string
  /** In development, hot reload attaches its WebSockets to it. */
  server: Server
}

/** The pages of the console, for a caller who was verified to be an operator. */
export interface ConsolePages {
  fetch(request: Request, visit: { operator: Operator; https: boolean }): Promise<Response>
  /** In development, serves Vite's modules for the console, and calls `next` for everything else. */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  close(): Promise<void>
}

/** Pages of the built console or, in development, of its sources with hot reload. */
export async function createConsolePages(options: ConsolePagesOptions): Promise<ConsolePages> {
  if (options.development) return developmentPages(options)
  const folder = join(options.buildDir, "operator")
  const file = pathToFileURL(join(folder, "server", "index.js")).href
  // Loaded for the first operator, because nobody else needs it.
  let loading: Promise<[ServerBuild, Awaited<ReturnType<typeof loadAssets>>]> | undefined
  const render = renderer(options)
  return {
    async fetch(request, visit) {
      loading ??= Promise.all([import(file) as Promise<ServerBuild>, loadAssets(join(folder, "client"))])
      const [build, assets] = await loading
      return (await assets(request)) ?? render(build, request, visit)
    },
    serve: (_incoming, _outgoing, next) => next(),
    close: async () => {},
  }
}

async function developmentPages(options: ConsolePagesOptions): Promise<ConsolePages> {
  const { createServer } = await import("vite")
  const root = join(import.meta.dirname, "../../../app/operator")
  const vite = await createServer({
    root,
    configFile: join(root, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: options.server } },
  })
  const render = renderer(options)
  return {
    async fetch(request, visit) {
      const build = (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild
      return render(build, request, visit)
    },
    serve(incoming, outgoing, next) {
      if (incoming.url?.startsWith("/operator/")) vite.middlewares(incoming, outgoing, next)
      else next()
    },
    close: () => vite.close(),
  }
}

/** In the format in which the console's forms expect refusals. */
function notDone(): Response {
  return Response.json({ ok: false, text: outage.formWithoutKey }, { status: 503 })
}

function renderer({ world, boards, preview, development }: ConsolePagesOptions) {
  const compressed = createCompressor()
  let built: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined
  return async (
    build: ServerBuild,
    request: Request,
    { operator, https }: { operator: Operator; https: boolean },
  ): Promise<Response> => {
    const entry = build.entry.module as unknown as Entry
    if (built?.build !== build)
      built = {
        build,
        handle: entry.createRequestHandler(
          answeringWhenAway(build, notDone),
          development ? "development" : "production",
        ),
      }
    const nonce = randomBytes(18).toString("base64")
    const context = new entry.RouterContextProvider()
    context.set(entry.world, world)
    context.set(entry.boards, boards)
    context.set(entry.operator, operator)
    context.set(entry.nonce, nonce)
    context.set(entry.preview, preview)
    context.set(entry.personalData, personalData)
    context.set(entry.addressData, addressData)
    context.set(entry.shown, shownTo(operator, await readConsoleState(world)))
    const response = await built.handle(request, context)
    const page = new Response(response.body, response)
    if (page.status === 503) page.headers.set("retry-after", retryLater["retry-after"])
    for (const [name, value] of Object.entries(documentHeaders({ nonce, https, development, camera: true })))
      page.headers.set(name, value)
    // Not cached anywhere, and its URLs are not revealed to other sites.
    page.headers.set("cache-control", "private, no-store")
    page.headers.set("referrer-policy", "same-origin")
    page.headers.set("x-robots-tag", "noindex, nofollow")
    return compressed(request, page)
  }
}
