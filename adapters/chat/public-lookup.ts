import { type LookupAddress, lookup as systemLookup } from "node:dns"
import type { LookupFunction } from "node:net"
import { isPublicAddress } from "#primitives/public-address.ts"

export type Resolve = (host: string, answer: (error: Error | null, found: LookupAddress[]) => void) => void

const everyAddress: Resolve = (host, answer) => systemLookup(host, { all: true }, answer)

/** The code of the error about a name that leads to a private network. */
export const notPublic = "ENOTPUBLIC"

/** Resolves a name to public addresses alone; a name with any other address is refused as a whole. */
export function publicLookup(resolve: Resolve = everyAddress): LookupFunction {
  return (host, { all }, answer) =>
    resolve(host, (error, found) => {
      const refused =
        error ??
        (found.length > 0 && found.every(({ address }) => isPublicAddress(address))
          ? null
          : Object.assign(new Error("The name leads to a private network"), { code: notPublic }))
      const [first] = found
      if (refused || !first) return answer(refused, [])
      if (all) answer(null, found)
      else answer(null, first.address, first.family)
    })
}
