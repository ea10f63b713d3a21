import { Hono } from "hono"
import { fromDatabaseError } from "./access/database-errors.ts"
import { createTokens } from "./access/tokens.ts"
import { findRoute, reservedNames } from "./find-route.ts"
import { createRenderer } from "./images/renderer.ts"
import { createRenderings } from "./images/renderings.ts"
import { defaultConfig, type StorageOptions } from "./options.ts"
import { prune } from "./prune.ts"
import { Refusal } from "./refusal.ts"
import type { Storage, StorageVariables } from "./storage.ts"
import type { createResumable } from "./uploads/resumable.ts"

export interface StorageService {
  /** Paths below /storage/v1; the gateway identifies the caller. */
  app: Hono
  /** Handles a request from this server itself, with the privileges of its secret key. */
  asServer(request: Request): Promise<Response>
  /** Removes expired uploads and files without a row. Run it about hourly. */
  prune(): Promise<{ removed: number }>
}

/** Buckets and objects in Supabase's wire format, on its tables; the bytes are in `Files`. Requires a migrated database. */
export function createStorage(options: StorageOptions): StorageService {
  const { db, files, now, log, secret } = options
  const config = { ...defaultConfig, ...options.config }
  const storage: Storage = {
    db,
    files,
    now,
    log,
    config,
    reservedNames,
    tokens: createTokens({ secret, now }),
    openRendering: createRenderings({ db, files, config }, createRenderer(config)),
  }
  // Loaded with the first resumable upload.
  let resumable: ReturnType<typeof createResumable> | undefined
  const app = new Hono<{ Variables: StorageVariables }>()
  app.all("*", async (c) => {
    const [, path = ""] = /\/storage\/v1(\/.*)$/.exec(new URL(c.req.url).pathname) ?? []
    if (/^\/upload\/resumable(\/|$)/.test(path)) {
      resumable ??= (await import("./uploads/resumable.ts")).createResumable(storage)
      return resumable(c, path)
    }
    const route = findRoute(c.req.method, path)
    if (!route) throw new Refusal("InvalidRequest", `Route ${c.req.method}:${path.slice(0, 200)} not found`)
    return route.endpoint(storage, c, route.rest)
  })
  app.onError((error, c) => {
    const refusal = error instanceof Refusal ? error : fromDatabaseError(error)
    if (refusal?.status !== undefined && refusal.status < 500) return answer(refusal, c.req.path)
    log.error({ error: error.message, path: c.req.path }, "Storage failed")
    return answer(refusal ?? new Refusal("InternalError", "Internal server error"), c.req.path)
  })
  const server = new Hono<{ Variables: StorageVariables }>()
  server.use(async (c, next) => {
    c.set("caller", { role: "service_role", userId: null, claims: { role: "service_role" } })
    await next()
  })
  server.route("/", app)
  return {
    app: app as unknown as Hono,
    asServer: async (request) => server.fetch(request),
    prune: () => prune(storage),
  }
}

/** Clients of tus.io expect the true status and plain text, even for responses of the gateway. */
function answer(refusal: Refusal, path: string): Response {
  if (!/\/upload\/resumable(\/|$)/.test(path)) return refusal.response()
  return new Response(refusal.message, {
    status: refusal.status,
    headers: { ...refusal.headers, "tus-resumable": "1.0.0" },
  })
}
