import { Hono } from "hono"
import type { AppEnv } from "../context.ts"

/** The data that a browser needs to reach accounts and data with the official client. */
export interface BackendAddress {
  /** The project's origin; null if this site itself is the backend, under whichever name the visitor reached it. */
  url: string | null
  /** The publishable key, which may be public. */
  key: string
}

/**
 * GET /backend.json. Neither value is known when pages are prerendered, so pages that need them fetch them here. Cached
 * for five minutes, because both change only when the operator changes them.
 */
export function backendEndpoint(address: BackendAddress): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/backend.json", (c) => c.json(address, 200, { "cache-control": "public, max-age=300" }))
  return app
}
