import { isIP } from "node:net"
import type { Context } from "hono"
import { networkOf, plainAddress } from "#primitives/network.ts"
import type { Auth } from "../auth.ts"

/** The origin of a request. */
export interface Client {
  /** A valid IPv4 or IPv6 address, or null when unknown. */
  ip: string | null
  /** The unit that is rate-limited: an IPv4 address, or the /64 network that is the smallest an IPv6 customer gets. */
  network: string
  userAgent: string
}

export function clientOf(auth: Auth, c: Context): Client {
  const address = plainAddress(auth.clientAddress(c) ?? "")
  const ip = isIP(address) ? address : null
  const agent = c.req.header("user-agent") ?? ""
  return { ip, network: ip ? networkOf(ip) : "unknown", userAgent: agent.slice(0, 512) }
}

/** The socket's address, as @hono/node-server provides it. */
export function socketAddress(c: Context): string | undefined {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress
}
