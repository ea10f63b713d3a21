import { relative, sep } from "node:path"
import type { Plugin } from "vite"

const serverRooms = new Set(["domain", "adapters", "platform", "server"])

/**
 * Fails the build when server code would reach the browser.
 * The router has already removed loaders and actions from client modules, so remaining server code is a leak.
 */
export function clientGuard(): Plugin {
  let root = process.cwd()
  return {
    name: "client-guard",
    enforce: "pre",
    configResolved(config) {
      root = config.root
    },
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      const [room] = relative(root, id.split("?", 1)[0] ?? id).split(sep)
      if (!room || !serverRooms.has(room)) return null
      this.error(
        `${relative(root, id)} must not reach the browser: import it in a loader, an action or as a type`,
      )
    },
  }
}
