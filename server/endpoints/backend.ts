import { Hono } from "hono"
import type { AppEnv } from "../context.ts"

/** What a browser needs to reach the accounts and data service with the official client. */
export interface BackendAddress {
  /**
   * The project's origin; null where this site itself is the backend, under whatever name the visitor reached
   * it.
   */
  url: string | null
  /** The publishable key, which may be public. */
  key: string
}

/**
 * GET /backend.json. Prerendered pages know neither value at build time, so pages that need them fetch them
 * here. Cached for five minutes: both change only when the operator changes them.
 */
export function backendEndpoint(address: BackendAddress): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get("/backend.json", (c) => c.json(address, 200, { "cache-control": "public, max-age=300" }))
  return app
}
