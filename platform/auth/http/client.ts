import { isIP } from "node:net"
import type { Context } from "hono"
import type { Auth } from "../auth.ts"

/** Where a request comes from. */
export interface Client {
  /** A valid IPv4 or IPv6 address, or null when it is not known. */
  ip: string | null
  /** What limits count by: the IPv4 address, or the /64 that one IPv6 customer has at least. */
  network: string
  userAgent: string
}

export function clientOf(auth: Auth, c: Context): Client {
  const address = auth
    .clientAddress(c)
    ?.replace(/^::ffff:(?=\d+\.)/i, "")
    .replace(/%.*$/, "")
  const ip = address && isIP(address) ? address : null
  const agent = c.req.header("user-agent") ?? ""
  return { ip, network: ip ? networkOf(ip) : "unknown", userAgent: agent.slice(0, 512) }
}

/** The /64 of an IPv6 address in full notation; an IPv4 address as it is. */
export function networkOf(ip: string): string {
  if (isIP(ip) === 4) return ip
  const [head = "", tail = ""] = ip.toLowerCase().split("::")
  const before = head.split(":").filter(Boolean)
  const after = tail.split(":").filter(Boolean)
  const missing = ip.includes("::") ? 8 - before.length - after.length : 0
  const groups = [...before, ...Array<string>(Math.max(0, missing)).fill("0"), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`
}

/** The address of the socket, as @hono/node-server hands it on. */
export function socketAddress(c: Context): string | undefined {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress
}
