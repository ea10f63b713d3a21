import { PassThrough } from "node:stream"
import { previews } from "virtual:previews"
import { createReadableStreamFromReadable } from "@react-router/node"
import { isbot } from "isbot"
import { renderToPipeableStream } from "react-dom/server"
import {
  type RouterContextProvider as ContextProvider,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from "react-router"
import { socialImage } from "#content/social-image.ts"
import { scriptsAfterPaint } from "./after-paint.ts"
import * as embedBoard from "./boot/embed-board.ts?boot"
import { hash as markSession } from "./boot/mark-session.ts?boot"
import { hash as startScripts } from "./boot/start-scripts.ts?boot"
import { boards, visit, world } from "./context.ts"
import { DocumentContext, type DocumentFacts } from "./document.tsx"

// server/ fills these keys. It reaches them, and the router that knows them, through the built entry, because the
// bundle holds its own copy of every module.
export { createRequestHandler, RouterContextProvider } from "react-router"
export { boards, visit, world }

/** Hashes of the boot scripts that every page carries, and the script of an embedded board: the server allows them by hash. */
export const bootHashes = [markSession, startScripts]
export const embedScript = { ...embedBoard }

/** How long a loader's streamed promise may take before its boundary shows the error, in milliseconds. */
export const streamTimeout = 5_000

/**
 * Renders one document. People get it streamed; crawlers and the build wait until everything is in place.
 * Boot scripts are allowed by their hash and the router's own inline scripts by the visit's nonce; at build time there is
 * none, and all of them are hashed afterward.
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
  const nonce = current?.nonce
  const origin = current ? context.get(world).settings.siteUrl : import.meta.env.VITE_SITE_URL
  const preview = previewOf(new URL(request.url).pathname.replace(/(.)\/$/, "$1"), origin)
  const complete = !current || isbot(request.headers.get("user-agent") ?? "")

  return new Promise((resolve, reject) => {
    let shellRendered = false
    let responseStatus = status
    const { pipe, abort } = renderToPipeableStream(
      <DocumentContext value={{ origin, requestId: current?.requestId ?? null, preview }}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </DocumentContext>,
      {
        nonce,
        // A boundary that is ready stands where it belongs: left to a script, a page without one would lack it.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        [complete ? "onAllReady" : "onShellReady"]() {
          shellRendered = true
          const body = new PassThrough({
            final(done) {
              clearTimeout(timer)
              done()
            },
          })
          pipe(body)
          const written = createReadableStreamFromReadable(body)
          // Hot reload needs its own scripts first.
          const sent = import.meta.env.PROD ? written.pipeThrough(scriptsAfterPaint()) : written
          resolve(new Response(sent, { status: responseStatus, headers }))
        },
        onShellError(error: unknown) {
          clearTimeout(timer)
          reject(error)
        },
        onError(error: unknown) {
          responseStatus = 500
          // Before the shell is out the error is passed on by onShellError.
          if (shellRendered) report(error, context, request)
        },
      },
    )
    const timer = setTimeout(abort, streamTimeout + 1_000)
  })
}

/** Only pages that the build has drawn a picture for: an address without a page names none. */
function previewOf(path: string, origin: string): DocumentFacts["preview"] {
  const alt = previews[path]
  const src = socialImage(path)
  return alt && src ? { path, src: origin + src, alt } : null
}

/** Called by the router for every error that a loader, an action or a rendering throws on the server. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who leaves is no error; neither is an address without a page.
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  report(error, context, request)
}

function report(error: unknown, context: Readonly<ContextProvider>, request: Request) {
  const current = context.get(visit)
  if (!current) throw error // At build time an error must stop the build.
  const { pathname } = new URL(request.url)
  context.get(world).log.error({ error, requestId: current.requestId, path: pathname }, "page failed")
}
