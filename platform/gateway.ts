import { randomUUID } from "node:crypto"
import { type Context, Hono } from "hono"
import { limitBody } from "#primitives/body-limit.ts"
import { type Backend, localBackend, projectBackend } from "./gateway/backends.ts"
import { callFunction, functionName, refuseCall, unknownFunction } from "./gateway/call-function.ts"
import type { BodyLimits, GatewayOptions, GatewayVariables, VerifyToken } from "./gateway/contract.ts"
import { allowReading, preflight } from "./gateway/cors.ts"
import { identify } from "./gateway/identify.ts"
import { keyRoles } from "./gateway/key-role.ts"
import { bodyTooLarge } from "./gateway/refusal.ts"
import type { Upgrade } from "./gateway/websocket-proxy.ts"

export interface Gateway {
  /** Serves /auth/v1, /rest/v1, /functions/v1, /storage/v1 and /realtime/v1; mount it at "/". */
  app: Hono<{ Variables: GatewayVariables }>
  /** The claims of a genuine access token of the backend, else null; for routes outside the gateway. */
  verifyToken: VerifyToken
  /**
   * For the HTTP server's "upgrade" event: websockets of /realtime/v1. Returns false if the path does not belong to the
   * gateway.
   */
  upgrade(...event: Parameters<Upgrade>): boolean
  /** Resolves when the first request would not have to wait for modules; rejects when they cannot be loaded. */
  ready: Promise<void>
  /** Notifies the Data API that tables have changed. */
  reload(): void
  /** Ends running statements (5 s), then closes pools and connections. Call it after the HTTP server has closed. */
  close(): Promise<void>
}

/** Bytes; Supabase's own limits where it has one. */
const defaultLimits: BodyLimits = {
  auth: 64 * 1024,
  rest: 10 * 1024 * 1024,
  functions: 64 * 1024,
  storage: 256 * 1024 * 1024,
}

const saneRequestId = /^[\w.:-]{8,64}$/

/**
 * Supabase's surface: keys, cross-origin rules and limits in front of auth, data and functions; or, with a
 * project, of our functions alone and a proxy to the rest. Modules of a backend that is not used are never loaded.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { keys, functions = {}, log, now = () => new Date() } = options
  const limits = { ...defaultLimits, ...options.bodyLimits }
  const backend: Backend =
    options.backend.kind === "local"
      ? localBackend(options.backend, { keys, log, now })
      : projectBackend(options.backend, { keys, log, now })
  const accepted = options.backend.kind === "project" ? [keys, options.backend.keys] : [keys]
  const checks = { keyRole: keyRoles(accepted), verifyToken: backend.verifyToken, now, log }
  const app = new Hono<{ Variables: GatewayVariables }>()

  for (const service of ["auth", "rest", "functions", "storage", "realtime"] as const) {
    app.use(`/${service}/v1/*`, async (c, next) => {
      if (c.req.method === "OPTIONS") return preflight(c.req.raw)
      c.set("requestId", requestIdOf(c))
      // Storage streams uploads and limits them by bucket.
      if (service === "storage" && options.backend.kind === "local") {
        await next()
        return finish(c)
      }
      const own = service === "functions" ? ownFunction(functions, functionName(c.req.path)) : undefined
      const limit = own?.bodyLimit ?? (service === "realtime" ? limits.rest : limits[service])
      // Nothing is read before the caller is identified, except for the small bodies of auth.
      const limited = await limitBody(c.req.raw, limit, { whole: service === "auth" })
      if (limited) {
        c.req.raw = limited.request
        await next()
      } else {
        c.res = bodyTooLarge(limit).response()
      }
      finish(c)
    })
  }

  app.all("/functions/v1/*", async (c) => {
    const request = c.req.raw
    const who = await identify(request, checks)
    if (!who.ok) return refuseCall(who.refusal)
    const run = ownFunction(functions, functionName(c.req.path))
    if (!run) return unknownFunction()
    return callFunction(run, request, { caller: who.caller, requestId: c.get("requestId") }, log)
  })
  backend.mount(app)

  return {
    app,
    verifyToken: backend.verifyToken,
    upgrade(request, socket, head) {
      if (!/^\/realtime\/v1(\/|$|\?)/.test(request.url ?? "")) return false
      backend.upgrade(request, socket, head)
      return true
    },
    ready: backend.ready,
    reload: backend.reload,
    close: backend.close,
  }
}

/** Headers of every response. */
function finish(c: Context<{ Variables: GatewayVariables }>): void {
  try {
    allowReading(c.res.headers)
  } catch {
    // A function may return a response that it fetched itself, whose headers are immutable.
    const { body, status, headers } = c.res
    // Hono would copy the headers of the replaced response.
    c.res = undefined
    c.res = new Response(body, { status, headers: new Headers(headers) })
    allowReading(c.res.headers)
  }
  c.res.headers.set("x-request-id", c.get("requestId"))
}

function ownFunction(functions: NonNullable<GatewayOptions["functions"]>, name: string | null) {
  return name !== null && Object.hasOwn(functions, name) ? functions[name] : undefined
}

/** The request id from an outer app or the caller if it is plain and short; otherwise a new one. */
function requestIdOf(c: Context<{ Variables: GatewayVariables }>): string {
  const given = c.get("requestId") ?? c.req.header("x-request-id")
  return given !== undefined && saneRequestId.test(given) ? given : randomUUID()
}
