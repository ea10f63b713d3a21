import type { Context } from "hono"
import { HTTPException } from "hono/http-exception"
import type { AppEnv } from "./context.ts"
import type { ServerLog } from "./log.ts"

/** Paths that machines call; their errors are JSON whatever they say they accept. */
const machinePath = /^\/(auth|rest|functions|storage|realtime|boards)\/|^\/(health|ready|metrics)$|\.json$/

/** Whether the caller reads HTML: a person in a browser, on an address that is not for machines. */
export function wantsPage(c: Context): boolean {
  return !machinePath.test(c.req.path) && (c.req.header("accept") ?? "").includes("text/html")
}

/** 404 for what nothing answered. */
export function notFound(c: Context<AppEnv>): Response {
  if (wantsPage(c)) return c.html(plainPage("Oops! Page not found", "Return to Home", c.var.requestId), 404)
  return c.json({ code: "not_found", message: `Nothing answers ${c.req.method} here` }, 404)
}

/**
 * Answers what a handler threw. Answers that were thrown on purpose (HTTPException) pass; anything else is a bug:
 * logged once, answered with 500 and the request's id, which finds the line in the log.
 */
export function onError(log: ServerLog) {
  return (error: Error, c: Context<AppEnv>): Response => {
    if (error instanceof HTTPException) return error.getResponse()
    const requestId = c.var.requestId
    log.error({ error, method: c.req.method }, "A handler crashed")
    if (wantsPage(c))
      return c.html(plainPage("Unexpected Application Error!", "Return to Home", requestId), 500)
    return c.json({ code: "unexpected_failure", message: "Something went wrong here", requestId }, 500)
  }
}

/** Stands alone, without styles or scripts, for when the pages themselves cannot answer. */
function plainPage(title: string, link: string, requestId: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"></head>
<body><main><h1>${title}</h1><p><a href="/">${link}</a></p><p><small>Request ${requestId}</small></p></main></body></html>`
}
