import { isIP } from "node:net"
import { plainAddress } from "#primitives/network.ts"

interface ClientSource {
  /** Address of the connection itself. */
  peer: string | undefined
  /** Value of X-Forwarded-For. */
  forwardedFor: string | undefined
  /** Number of trusted proxies in front (TRUST_PROXY). */
  hops: number
}

/**
 * The client's address. Each trusted proxy appends the address it saw to X-Forwarded-For, so with n proxies the n-th
 * entry from the right is the client as seen by the outermost trusted proxy; the client may have forged everything
 * further left. Without proxies the header is ignored.
 */
export function clientAddress({ peer, forwardedFor, hops }: ClientSource): string {
  const own = plainAddress(peer ?? "")
  if (hops === 0 || forwardedFor === undefined) return own
  const entries = forwardedFor.split(",").map((entry) => plainAddress(entry.trim()))
  const claimed = entries.at(-hops) ?? entries[0] ?? ""
  return isIP(claimed) ? claimed : own
}
