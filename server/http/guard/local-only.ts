import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../context.ts"
import { notFound } from "../errors.ts"

/**
 * Responds with 404 unless the request comes from this machine: the peer is loopback, no proxy forwards it for another
 * client, and the host is one of this machine's names or the site's. (Otherwise another site could point its own name
 * here and read the response.)
 */
export function localOnly(siteUrl: string) {
  const hosts = new Set(["localhost", "127.0.0.1", "[::1]", new URL(siteUrl).hostname])
  return createMiddleware<AppEnv>(async (c, next) => {
    const peer = c.env?.incoming?.socket.remoteAddress ?? ""
    const isLoopback = /^(::ffff:)?127\.|^::1$/.test(peer)
    const host = URL.parse(`http://${c.req.header("host")}`)?.hostname ?? ""
    if (!isLoopback || c.req.header("x-forwarded-for") !== undefined || !hosts.has(host)) return notFound(c)
    await next()
  })
}
