import { isIP } from "node:net"

/**
 * Normalizes an address for comparison and storage: removes port, brackets and zone, and the prefix of an IPv4-mapped
 * IPv6 address ("::ffff:203.0.113.9"). Text that is not an address is returned unchanged.
 */
export function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const zoneless = bare.split("%")[0] ?? ""
  return /^::ffff:([\d.]+)$/i.exec(zoneless)?.[1] ?? zoneless
}

/** The addresses of one subscriber: an IPv4 address, or the /64 that a provider assigns to one IPv6 connection. */
export function networkOf(address: string): string {
  return isIP(address) === 6 ? prefix(address, 64) : address
}

/** The part of an address that may be logged: the /24 of IPv4, the /48 of IPv6; "unknown" if it is not an address. */
export function shortenedAddress(address: string): string {
  if (isIP(address) === 4) return address.replace(/\.\d+$/, ".0/24")
  return isIP(address) === 6 ? prefix(address, 48) : "unknown"
}

/** The first `bits` of an IPv6 address, in any notation: "2001:db8:1:2::/64". */
function prefix(address: string, bits: 48 | 64): string {
  return `${groups(address)
    .slice(0, bits / 16)
    .join(":")}::/${bits}`
}

/**
 * The groups of an IPv6 address without leading zeros. An IPv4 address at the end counts as two groups and remains one
 * string.
 */
function groups(address: string): string[] {
  const [bare = ""] = address.toLowerCase().split("%")
  const [left = [], right = []] = bare.split("::").map((half) => half.split(":").filter(Boolean))
  const missing = 8 - left.length - right.length - (address.includes(".") ? 1 : 0)
  const all = [...left, ...Array<string>(missing).fill("0"), ...right]
  return all.map((group) => group.replace(/^0+(?=.)/, ""))
}
