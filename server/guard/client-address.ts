import { isIP } from "node:net"

export interface ClientSource {
  /** Address of the connection itself. */
  peer: string | undefined
  /** Value of X-Forwarded-For. */
  forwardedFor: string | undefined
  /** How many proxies of ours stand in front (TRUST_PROXY). */
  hops: number
}

/**
 * The client's address. Each trusted proxy appends the address it saw to X-Forwarded-For, so with n proxies the
 * n-th entry from the right is the client as our outermost proxy saw it; whatever stands further left the client
 * may have invented. With no proxy the header counts for nothing.
 */
export function clientAddress({ peer, forwardedFor, hops }: ClientSource): string {
  const own = plain(peer ?? "")
  if (hops === 0 || forwardedFor === undefined) return own
  const entries = forwardedFor.split(",").map((entry) => plain(entry.trim()))
  const claimed = entries.at(-hops) ?? entries[0] ?? ""
  return isIP(claimed) ? claimed : own
}

/** Without port, brackets, zone, or the form IPv4 has inside IPv6. */
function plain(address: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
  const zoneless = bare.split("%")[0] ?? ""
  return /^::ffff:([\d.]+)$/i.exec(zoneless)?.[1] ?? zoneless
}

/** What one subscriber holds: an IPv4 address, or the /64 that a provider gives to one IPv6 connection. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  return `${groups(address).slice(0, 4).join(":")}::/64`
}

/** As much of an address as may be logged: the /24 of IPv4, the /48 of IPv6. */
export function shortenedAddress(address: string): string {
  if (isIP(address) === 4) return address.replace(/\.\d+$/, ".0/24")
  return isIP(address) === 6 ? `${groups(address).slice(0, 3).join(":")}::/48` : "unknown"
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groups(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("::")
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  const all = [...left, ...Array<string>(Math.max(0, missing)).fill("0"), ...right]
  return all.map((group) => group.replace(/^0+(?=.)/, ""))
}
