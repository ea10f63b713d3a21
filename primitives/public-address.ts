import { BlockList, isIP } from "node:net"

/** Networks that are not the public internet: private, local, shared, documentation, multicast, and those that lead to others. */
const elsewhere = new BlockList()
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  elsewhere.addSubnet(network, bits, "ipv4")
for (const [network, bits] of [
  ["::", 127],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  elsewhere.addSubnet(network, bits, "ipv6")

/**
 * Whether an IP address belongs to the public internet, so that this server may connect to it for a stranger. IPv4 addresses written as IPv6
 * (::ffff:127.0.0.1) count as what they are. False for anything that is not an address, and for one with a zone.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 0 || address.includes("%")) return false
  return !elsewhere.check(address, family === 4 ? "ipv4" : "ipv6")
}
