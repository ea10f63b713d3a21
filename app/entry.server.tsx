import { previews } from "virtual:previews"
import { renderToPipeableStream } from "react-dom/server"
import {
  type RouterContextProvider as ContextProvider,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from "react-router"
import { socialImage, socialImageSize } from "#content/social-image.ts"
import type { Words } from "#content/words/words.ts"
import * as embedBoard from "./boot/embed-board.ts?boot"
import { hash as markDocument } from "./boot/mark-document.ts?boot"
import * as screen from "./boot/screen.ts?boot"
import { hash as startScripts } from "./boot/start-scripts.ts?boot"
import { boards, visit, words, world } from "./context.ts"
import { DocumentContext, type DocumentFacts } from "./document/document.tsx"
import displayFont from "./fonts/archivo-display-latin.woff2?url"
import { scriptsAfterPaint } from "./live/after-paint.ts"
import { renderToString } from "./render-to-string.ts"
import { frameOf } from "./words/frame-of.ts"
import { originOf } from "./words/origin-of.ts"

// server/ sets these keys. It imports them, and the router, through the built entry, because the bundle
// contains its own copy of every module.
export { createRequestHandler, RouterContextProvider } from "react-router"
export { boards, visit, words, world }

/** Hashes of the boot scripts on every page, and the scripts of an embedded board and of a screen: the server allows them by hash. */
export const bootHashes = [markDocument, startScripts]
export const embedScript = { ...embedBoard }
export const screenScript = { ...screen, font: displayFont }

/** Time limit for a loader's streamed promise, in milliseconds; then the boundary shows the error. */
export const streamTimeout = 5_000

/**
 * Renders a complete document: loaders provide everything that it shows, so there is nothing to stream. Boot scripts
 * are allowed by hash and the router's inline scripts by the visit's nonce; live pages and the build have no nonce, so
 * all of their scripts are hashed afterward.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: ContextProvider,
): Promise<Response> | Response {
  headers.set("Content-Type", "text/html; charset=utf-8")
  if (request.method === "HEAD") return new Response(null, { status, headers })

  const current = context.get(visit)
  const nonce = current?.nonce ?? undefined
  const origin = originOf(context)
  const preview = previewOf(new URL(request.url).pathname.replace(/(.)\/$/, "$1"), origin, context.get(words))

  return new Promise((resolve, reject) => {
    let shellRendered = false
    let responseStatus = status
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext
        value={{ origin, requestId: current?.requestId ?? null, frame: frameOf(context), preview }}
      >
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </DocumentContext>,
      {
        nonce,
        // Render completed boundaries in place: otherwise they would be missing without scripts.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onShellReady() {
          shellRendered = true
        },
        onAllReady() {
          clearTimeout(timer)
          void renderToString(pipe).then((page) => {
            // Hot reload needs its own scripts first.
            const sent = import.meta.env.PROD ? scriptsAfterPaint(page) : page
            resolve(new Response(sent, { status: responseStatus, headers }))
          }, reject)
        },
        onShellError(error: unknown) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error: unknown) {
          responseStatus = 500
          // Before the shell is rendered, onShellError handles the error.
          if (shellRendered) report(error, context, request)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

/** The preview image that the build created for the page, if any. */
function previewOf(path: string, origin: string, words: Words): DocumentFacts["preview"] {
  const picture = words.find("articles", slugOf(path) ?? "")?.picture
  if (picture) {
    const { width, height, alt } = picture
    return { path, src: origin + picture.src, alt, width, height }
  }
  const card = cardOf(path, words)
  const alt = previews[card]
  const src = socialImage(card)
  return alt && src ? { path, src: origin + src, alt, ...socialImageSize } : null
}

/** The article of a page. */
function slugOf(path: string): string | undefined {
  return /^\/blog\/([a-z0-9-]+)$/.exec(path)?.[1]
}

/**
 * The page whose card it has: cards are drawn by the build, so an athlete or article that an operator changed has that of
 * the directory or the blog.
 */
function cardOf(path: string, words: Words): string {
  const [, id] = /^\/athletes\/([a-z0-9-]+)$/.exec(path) ?? []
  if (id !== undefined && words.isOwn("athletes", id)) return "/athletes"
  const slug = slugOf(path)
  return slug !== undefined && words.isOwn("articles", slug) ? "/blog" : path
}

/** Called by the router for every error that a loader, an action or rendering throws on the server. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // An aborted request, an unknown address, or a database that is away (which is logged once) is not an error.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status !== 500)) return
  report(error, context, request)
}

function report(error: unknown, context: Readonly<ContextProvider>, request: Request) {
  const current = context.get(visit)
  if (!current) throw error // At build time an error must stop the build.
  const { pathname } = new URL(request.url)
  context.get(world).log.error({ error, requestId: current.requestId, path: pathname }, "page failed")
}
