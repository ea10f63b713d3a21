import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"

/**
 * Refuses an address with an encoded NUL (`%00`) in its path or query with 400, before anything decodes it: PostgreSQL
 * cannot store that character, and no address of the site contains it.
 */
export function readableAddress() {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (!c.req.url.includes("%00")) return next()
    return refuse(c, {
      status: 400,
      code: "unreadable_address",
      title: "This address cannot be read",
      message: "The address contains %00, which stands for no character that can be used here.",
    })
  })
}
