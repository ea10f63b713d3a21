import { randomBytes } from "node:crypto"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { createRequestHandler, RouterContextProvider, ServerBuild } from "react-router"
import { type Embeds, prerenderedSlots } from "#content/embeds.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { World } from "#domain/world.ts"
import type { RateRule } from "./guard/rate-limits.ts"
import { createCompressor } from "./pages/compress.ts"
import { createStatic } from "./static.ts"

/** What a page's content-security-policy must let through, and nothing else of ours. */
export interface PageSecurity {
  /** For a page rendered now: its inline scripts carry this. */
  nonce?: string
  /** For a page made at build time: "sha256-..." of each inline script. */
  scriptHashes?: readonly string[]
  /** The visitor's connection is encrypted. */
  https: boolean
}

export interface PagesOptions {
  world: World
  boards: Boards
  mode: "production" | "development"
  /** Folder that `react-router build` wrote: client/, server/ and pages.json. */
  buildDir: string
  /** Every security header of a page, the content-security-policy among them. */
  securityHeaders(page: PageSecurity): Record<string, string>
  /** Whether the visitor's connection is encrypted, to us or to a trusted proxy. */
  isHttps(incoming: Pick<IncomingMessage, "headers" | "socket">): boolean
  /** Frames of other services in the place of forms and reports of ours, by slot. */
  embeds?: Embeds
  /** Told about every answer from memory, which the app's own log and counters never see. */
  onServed?(served: Served): void
  /**
   * The server that will answer: pages from memory go out in front of its HTTP parser;
   * in development hot reload listens there for its sockets.
   */
  server?: Server
}

/** One answer from memory. */
export interface Served {
  method: string
  status: number
}

/** How a page's request is named in the log and on the error page. */
export interface PageRequest {
  requestId: string
  https: boolean
  /** The visitor's address behind trusted proxies, and the browser's name of itself. */
  sender: { ip: string | null; userAgent: string | null }
  /** Counts one call of the visitor's network by the rule; false when it is one too many. */
  take(rule: RateRule): Promise<boolean>
}

export interface Pages {
  /**
   * Stands before every other listener of the HTTP server: answers files and prerendered pages from memory
   * (in development: Vite's modules) and calls `next` for everything else.
   */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  /** Renders a page, runs an action or answers a page's data request; every path that nothing else took. */
  fetch(request: Request, page: PageRequest): Promise<Response>
  close(): Promise<void>
}

/** Pages of the built site, or in development of the sources with hot reload. */
export async function createPages(options: PagesOptions): Promise<Pages> {
  if (options.mode === "development") {
    const { developmentPages } = await import("./pages/development.ts")
    return developmentPages(options)
  }
  const file = pathToFileURL(join(options.buildDir, "server", "index.js")).href
  const build = (await import(file)) as ServerBuild
  const files = await createStatic({
    buildDir: options.buildDir,
    siteUrl: options.world.settings.siteUrl,
    securityHeaders: options.securityHeaders,
    isHttps: options.isHttps,
    onServed: options.onServed,
    ...(prerenderedSlots.some((slot) => options.embeds?.[slot]) ? { leaveOut: isHome } : {}),
  })
  if (options.server) files.openLane(options.server)
  return {
    serve(incoming, outgoing, next) {
      if (!files.serve(incoming, outgoing)) next()
    },
    fetch: renderer(options, async () => build),
    async close() {},
  }
}

/** The home page and its data, by the address of the file. */
function isHome(address: string): boolean {
  return address === "/" || /^\/_?(root)?\.data$/.test(address)
}

/** What app/entry.server.tsx exports beside its own: the context keys, and the router that knows them. */
interface Entry {
  createRequestHandler: typeof createRequestHandler
  RouterContextProvider: typeof RouterContextProvider
  world: Parameters<RouterContextProvider["set"]>[0]
  boards: Parameters<RouterContextProvider["set"]>[0]
  visit: Parameters<RouterContextProvider["set"]>[0]
}

/** Answers requests with a build of the site; `load` is asked each time so that development sees every change. */
export function renderer(options: PagesOptions, load: () => Promise<ServerBuild>): Pages["fetch"] {
  const compressed = createCompressor()
  let built: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined
  return async (received, { requestId, https, sender, take }) => {
    const redirect = withoutTrailingSlash(received)
    if (redirect) return redirect
    const request = withoutOrigin(received)
    const build = await load()
    const entry = build.entry.module as unknown as Entry
    if (built?.build !== build) built = { build, handle: entry.createRequestHandler(build, options.mode) }
    const nonce = randomBytes(18).toString("base64")
    const context = new entry.RouterContextProvider()
    context.set(entry.world, options.world)
    context.set(entry.boards, options.boards)
    context.set(entry.visit, { requestId, nonce, sender, take, embeds: options.embeds ?? {} })

    const response = await built.handle(request, context)
    // Even the error page could not be rendered: the server's own plain one stands in.
    if (response.status === 500 && response.headers.get("content-type")?.startsWith("text/plain"))
      throw new Error("The error page itself failed; the first error stands in the log above")
    const page = new Response(response.body, response)
    for (const [name, value] of Object.entries(options.securityHeaders({ nonce, https })))
      page.headers.set(name, value)
    if (!page.headers.has("cache-control")) page.headers.set("cache-control", "private, no-cache")
    return compressed(request, page)
  }
}

/**
 * The guard has compared Origin with the site's address before. The router would compare it with the address as this
 * process sees it, which behind a proxy is http where the visitor's is https.
 */
function withoutOrigin(request: Request): Request {
  if (request.method === "GET" || request.method === "HEAD" || !request.headers.has("origin")) return request
  const headers = new Headers(request.headers)
  headers.delete("origin")
  return new Request(request, { headers })
}

/** One address per page: /about/ is /about. */
function withoutTrailingSlash(request: Request): Response | null {
  const { pathname, search } = new URL(request.url)
  if ((request.method !== "GET" && request.method !== "HEAD") || !/.\/$/.test(pathname)) return null
  // A path never starts with two slashes here: that would name another host.
  const path = `/${pathname.replace(/^\/+|\/+$/g, "")}`
  return new Response(null, { status: 308, headers: { location: path + search } })
}
