import { Resolver } from "node:dns/promises"

/** Asks the machine's own name server, or the one at this address ("9.9.9.9", "127.0.0.1:53"). */
export function createResolver(server?: string): Resolver {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  if (server) resolver.setServers([server])
  return resolver
}
