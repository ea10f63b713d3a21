import { renderToPipeableStream } from "react-dom/server"
import {
  type RouterContextProvider as ContextProvider,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from "react-router"
import { renderToString } from "../render-to-string.ts"
import { addressData, boards, nonce, operator, personalData, preview, shown, world } from "./context.ts"

// server/http/operator sets these keys. It imports them, and the router, through the built entry, because the bundle
// contains its own copy of every module.
export { createRequestHandler, RouterContextProvider } from "react-router"
export { addressData, boards, nonce, operator, personalData, preview, shown, world }

/** Renders a complete page, like the site's: the console loads everything that it shows before it responds. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: ContextProvider,
): Promise<Response> {
  headers.set("Content-Type", "text/html; charset=utf-8")
  const own = context.get(nonce)
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={own} />,
      {
        nonce: own,
        onAllReady: () =>
          void renderToString(pipe).then((page) => resolve(new Response(page, { status, headers })), reject),
        onShellError: reject,
      },
    )
  })
}

/** Called by the router for every error that a loader, an action or rendering throws on the server. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status !== 500)) return
  const { pathname } = new URL(request.url)
  context.get(world).log.error({ error, path: pathname }, "A page of the console failed")
}
