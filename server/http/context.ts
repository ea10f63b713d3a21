import type { HttpBindings } from "@hono/node-server"
import type { TokenCaller } from "#domain/members/personal-tokens.ts"

/**
 * The context of every handler of the Hono app: Node's own request in `c.env`, and what the guard determined in
 * `c.var`.
 */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** The client's address behind TRUST_PROXY proxies; never logged in full. */
    clientAddress: string
    /** True when the client spoke https, to us or to the last trusted proxy. */
    https: boolean
    /** Route pattern for logs and metrics, if the handler knows a more specific one than its mount point. */
    route?: string
    /** The owner of the personal token of a request to /api/v1; null without one. */
    caller?: TokenCaller | null
  }
}
