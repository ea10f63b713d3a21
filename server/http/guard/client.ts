import type { IncomingMessage } from "node:http"
import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../context.ts"
import { clientAddress } from "./client-address.ts"

/** Whether the client used https: directly, or according to the nearest of `hops` trusted proxies. */
export function isHttps(
  incoming: Pick<IncomingMessage, "headers" | "socket"> | undefined,
  hops: number,
): boolean {
  if (incoming === undefined) return false
  if ("encrypted" in incoming.socket) return true
  if (hops === 0) return false
  return /(^|,)\s*https\s*$/.test(String(incoming.headers["x-forwarded-proto"]))
}

/** Determines the client: its address and whether it used https, behind `hops` trusted proxies. */
export function client(hops: number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const incoming = c.env?.incoming
    const forwardedFor = c.req.header("x-forwarded-for")
    c.set("clientAddress", clientAddress({ peer: incoming?.socket.remoteAddress, forwardedFor, hops }))
    c.set("https", isHttps(incoming, hops))
    await next()
  })
}
