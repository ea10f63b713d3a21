import { Hono } from "hono"
import { isPlainText } from "#primitives/plain.ts"
import type { Auth } from "./auth.ts"
import { answerError, apiVersion, apiVersionHeader } from "./http/errors.ts"
import { invalid, Refusal } from "./refusal.ts"
import { routeTable } from "./route-table.ts"

export function createRoutes(auth: Auth): Hono {
  const app = new Hono()
  app.onError((error, c) => answerError(auth, c, error))
  app.use(async (c, next) => {
    c.header(apiVersionHeader, apiVersion)
    // Runs before any value becomes a parameter of a statement.
    const query = new URL(c.req.url).searchParams
    if (![...query].flat().every(isPlainText))
      throw invalid("A query parameter contains text that cannot be used")
    await auth.signingKeys.refresh()
    await next()
  })
  for (const [method, path, endpoint] of routeTable) app.on(method, path, endpoint(auth))
  // A route rather than notFound(), which the parent app would not call.
  app.all("*", (c) => answerError(auth, c, new Refusal(404, "not_found", "There is no such auth route")))
  return app
}
