import { randomBytes } from "node:crypto"
import type { createRequestHandler, RouterContextProvider, ServerBuild } from "react-router"
import type { Words } from "#content/words/words.ts"
import type { World } from "#domain/world.ts"
import { retryLater } from "#primitives/database-away.ts"
import { createCompressor } from "./compress.ts"
import type { InlineScript, Pages, PagesOptions, ScreenScript } from "./contract.ts"
import { oneAddress } from "./one-address.ts"
import { answeringWhenAway } from "./when-away.ts"

/** The exports of app/entry.server.tsx: the context keys, and the router that uses them. */
interface Entry {
  createRequestHandler: typeof createRequestHandler
  RouterContextProvider: typeof RouterContextProvider
  world: Parameters<RouterContextProvider["set"]>[0]
  boards: Parameters<RouterContextProvider["set"]>[0]
  words: Parameters<RouterContextProvider["set"]>[0]
  visit: Parameters<RouterContextProvider["set"]>[0]
  /** "sha256-..." of the boot scripts on every page. */
  bootHashes: readonly string[]
  embedScript: InlineScript
  screenScript: ScreenScript
}

export function entryOf(build: ServerBuild): Entry {
  return build.entry.module as unknown as Entry
}

/**
 * Renders a page, or its data, as every visitor gets it: nothing about the visitor is known, and the output is not
 * random.
 * @returns a function of the URL (path and query), and of what replaces the site's words and world
 */
export function sharedRenderer(
  options: PagesOptions,
  build: ServerBuild,
): (address: string, shown?: { words?: Words; world?: World }) => Promise<Response> {
  const entry = entryOf(build)
  const handle = entry.createRequestHandler(answeringWhenAway(build), options.mode)
  return (address, { words = options.world.published.words, world = options.world } = {}) => {
    const context = new entry.RouterContextProvider()
    context.set(entry.world, world)
    context.set(entry.boards, options.boards)
    context.set(entry.words, words)
    context.set(entry.visit, {
      requestId: null,
      nonce: null,
      sender: { ip: null, userAgent: null },
      // A kept page is the same for everybody: a page that asks who is signed in is not kept, and fails at its first
      // rendering.
      signedIn: async () => {
        throw new Error("A page that is kept asks who is signed in")
      },
      take: async () => false,
      embeds: options.embeds ?? {},
    })
    return handle(new Request(options.world.settings.siteUrl + address), context)
  }
}

/** Renders pages with other words than those of the site, for their author: nothing in them can run. */
export function previewer(options: PagesOptions, load: () => Promise<ServerBuild>): Pages["preview"] {
  return async (address, words) => {
    const response = await sharedRenderer(options, await load())(address, { words })
    // The frame that shows it runs no scripts; without them the console's log stays free of their refusal.
    return (await response.text()).replace(/<script\b[\s\S]*?<\/script>/g, "")
  }
}

/** Handles requests with a build of the site; `load` is called each time so that development picks up every change. */
export function renderer(options: PagesOptions, load: () => Promise<ServerBuild>): Pages["fetch"] {
  const compressed = createCompressor()
  let built: { build: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined
  return async (received, { requestId, https, sender, take, signedIn, world = options.world }) => {
    const build = await load()
    const location = oneAddress(build, received)
    if (location !== null) return new Response(null, { status: 308, headers: { location } })
    const request = withoutOrigin(received)
    const entry = entryOf(build)
    if (built?.build !== build)
      built = { build, handle: entry.createRequestHandler(answeringWhenAway(build), options.mode) }
    const nonce = randomBytes(18).toString("base64")
    const context = new entry.RouterContextProvider()
    context.set(entry.world, world)
    context.set(entry.boards, options.boards)
    context.set(entry.words, options.world.published.words)
    let found: ReturnType<typeof signedIn> | undefined
    context.set(entry.visit, {
      requestId,
      nonce,
      sender,
      take,
      signedIn: () => (found ??= signedIn()),
      embeds: options.embeds ?? {},
    })

    const response = await built.handle(request, context)
    // The error page failed to render, too, so the server's own plain one is sent.
    if (response.status === 500 && response.headers.get("content-type")?.startsWith("text/plain"))
      throw new Error("The error page itself failed; the first error stands in the log above")
    const page = new Response(response.body, response)
    if (page.status === 503) page.headers.set("retry-after", retryLater["retry-after"])
    const allowed = { nonce, scriptHashes: entry.bootHashes, https }
    // A file has its own policy, which allows less.
    for (const [name, value] of Object.entries(options.securityHeaders(allowed)))
      if (!page.headers.has(name)) page.headers.set(name, value)
    // A page rendered for one member must not be stored anywhere.
    if (found) page.headers.set("cache-control", "private, no-store")
    if (!page.headers.has("cache-control")) page.headers.set("cache-control", "private, no-cache")
    return compressed(request, page)
  }
}

/**
 * The guard has already compared Origin with the site's URL. The router would compare it with the URL that this process
 * sees, which behind a proxy is http even if the visitor's is https.
 */
function withoutOrigin(request: Request): Request {
  if (request.method === "GET" || request.method === "HEAD" || !request.headers.has("origin")) return request
  const headers = new Headers(request.headers)
  headers.delete("origin")
  return new Request(request, { headers })
}
