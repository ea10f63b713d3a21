import type { Hono } from "hono"
import type { Log } from "#ports/log.ts"
import type { ApiKeys, GatewayVariables, LocalBackend, ProjectBackend, VerifyToken } from "./contract.ts"
import { ownData, postgrestData } from "./data-backends.ts"
import { keyExchange } from "./forwarded-headers.ts"
import { type Checks, identify, identifyEither, identifyKey } from "./identify.ts"
import { keyRoles } from "./key-role.ts"
import { createProjectProxy } from "./project-proxy.ts"
import { projectTokens } from "./project-tokens.ts"
import { notImplemented } from "./refusal.ts"

import { proxyWebsockets, type Upgrade } from "./websocket-proxy.ts"
import { acceptWebsockets } from "./websockets.ts"

/** The backend behind the gateway. */
export interface Backend {
  verifyToken: VerifyToken
  mount(app: Hono<{ Variables: GatewayVariables }>): void
  upgrade: Upgrade
  ready: Promise<void>
  reload(): void
  close(): Promise<void>
}

interface Surroundings {
  keys: ApiKeys
  log: Log
  now: () => Date
}

/**
 * Pages that a browser opens without a key: mailed links, sign-in at a provider and its callback, and the
 * public keys with which others verify our tokens. The same list as Supabase's gateway.
 */
const withoutKey = /^\/auth\/v1\/(verify|callback|authorize|\.well-known\/jwks\.json)$/

/** This process and its database. */
export function localBackend(options: LocalBackend, { keys, log, now }: Surroundings): Backend {
  const { verifyToken } = options.auth
  const checks = { keyRole: keyRoles([keys]), verifyToken, now, log }
  const data = options.postgrest
    ? postgrestData(options.postgrest, { log, now })
    : ownData({
        database: options.database,
        connections: options.dataConnections,
        replica: options.dataReplica,
        ...options.data,
      })

  return {
    verifyToken,
    mount(app) {
      app.use("/auth/v1/*", async (c, next) => {
        if (withoutKey.test(c.req.path)) return next()
        const who = await identifyKey(c.req.raw, checks)
        if (!who.ok) return who.refusal.response()
        c.set("caller", who.caller)
        return next()
      })
      app.route("/auth/v1", options.auth.app)
      app.all("/rest/v1/*", async (c) => {
        const who = await identify(c.req.raw, checks)
        if (!who.ok) return who.refusal.response()
        const { role, claims } = who.caller
        return data.fetch(c.req.raw, { claims: { ...claims, role }, requestId: c.get("requestId") })
      })
      mountStorage(app, options.storage, checks)
      mountRealtime(app, options.realtime, checks)
    },
    upgrade: acceptWebsockets(options.realtime, checks),
    ready: data.ready,
    reload: data.reload,
    close: data.close,
  }
}

/**
 * Storage has addresses that need no key (public, signed), and clients that send a token without a key, which
 * Supabase's gateway allows. It therefore receives the caller and decides itself.
 */
function mountStorage(
  app: Hono<{ Variables: GatewayVariables }>,
  storage: LocalBackend["storage"],
  checks: Checks,
): void {
  if (!storage) {
    app.all("/storage/v1/*", () => notImplemented("Storage").response())
    return
  }
  app.use("/storage/v1/*", async (c, next) => {
    const who = await identifyEither(c.req.raw, checks)
    if (who?.ok) c.set("caller", who.caller)
    else if (who?.refusal.status === 503) return who.refusal.response()
    else if (who) c.set("refusal", String(who.refusal.body.message))
    await next()
  })
  app.route("/storage/v1", storage.app)
}

/** Realtime over HTTP: broadcasts. */
function mountRealtime(
  app: Hono<{ Variables: GatewayVariables }>,
  realtime: LocalBackend["realtime"],
  checks: Checks,
): void {
  if (!realtime) {
    app.all("/realtime/v1/*", () => notImplemented("Realtime").response())
    return
  }
  app.use("/realtime/v1/*", async (c, next) => {
    const who = await identify(c.req.raw, checks)
    if (!who.ok) return who.refusal.response()
    c.set("caller", who.caller)
    return next()
  })
  app.route("/realtime/v1", realtime.app)
}

/**
 * A Supabase project: everything but functions is forwarded to it, including requests with a bad key or
 * token.
 */
export function projectBackend(project: ProjectBackend, { keys, log, now }: Surroundings): Backend {
  const exchange = keyExchange(keys, project.keys)
  const proxy = createProjectProxy(project.url, exchange, log)
  return {
    verifyToken: projectTokens({ url: project.url, jwtSecret: project.jwtSecret, now }),
    mount(app) {
      for (const service of ["auth", "rest", "storage", "realtime"]) {
        app.all(`/${service}/v1/*`, (c) => proxy.forward(c.req.raw, c.get("requestId")))
      }
    },
    upgrade: proxyWebsockets(project.url, exchange, log),
    ready: Promise.resolve(),
    reload: () => {},
    close: async () => proxy.close(),
  }
}
