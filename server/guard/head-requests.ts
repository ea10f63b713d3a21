import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../context.ts"

/**
 * Answers HEAD with the headers of GET, and cancels the body that nobody will read: Hono only drops it, and a file
 * or stream behind it would stay open.
 */
export function headRequests() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const { body } = c.res
    if (c.req.method !== "HEAD" || !body) return
    c.res = new Response(null, c.res)
    await body.cancel()
  })
}
