import { isIP } from "node:net"

/**
 * An address as it is compared and kept: without port, brackets and zone, and an IPv4 address without the prefix
 * that it has inside IPv6 ("::ffff:203.0.113.9"). Whatever is no address comes back unchanged.
 */
export function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const zoneless = bare.split("%")[0] ?? ""
  return /^::ffff:([\d.]+)$/i.exec(zoneless)?.[1] ?? zoneless
}

/** What one subscriber holds: an IPv4 address, or the /64 that a provider gives to one IPv6 connection. */
export function networkOf(address: string): string {
  return isIP(address) === 6 ? prefix(address, 64) : address
}

/** As much of an address as may be logged: the /24 of IPv4, the /48 of IPv6; "unknown" when it is no address. */
export function shortenedAddress(address: string): string {
  if (isIP(address) === 4) return address.replace(/\.\d+$/, ".0/24")
  return isIP(address) === 6 ? prefix(address, 48) : "unknown"
}

/** The first `bits` of an IPv6 address, however it was written: "2001:db8:1:2::/64". */
function prefix(address: string, bits: 48 | 64): string {
  return `${groups(address)
    .slice(0, bits / 16)
    .join(":")}::/${bits}`
}

/** The groups of an IPv6 address without leading zeros. IPv4 at its end stands for two groups, left as one text. */
function groups(address: string): string[] {
  const [bare = ""] = address.toLowerCase().split("%")
  const [left = [], right = []] = bare.split("::").map((half) => half.split(":").filter(Boolean))
  const missing = 8 - left.length - right.length - (address.includes(".") ? 1 : 0)
  const all = [...left, ...Array<string>(missing).fill("0"), ...right]
  return all.map((group) => group.replace(/^0+(?=.)/, ""))
}
