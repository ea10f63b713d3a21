import type { HttpBindings } from "@hono/node-server"

/** What every handler of the Hono app finds: Node's own request in `c.env`, and what the guard found out in `c.var`. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** The client's address behind TRUST_PROXY proxies; never logged in full. */
    clientAddress: string
    /** True when the client spoke https, to us or to the last trusted proxy. */
    https: boolean
    /** Pattern of the route for logs and metrics, when the handler knows a better one than its mount point. */
    route?: string
  }
}
