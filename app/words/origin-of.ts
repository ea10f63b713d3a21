import type { RouterContextProvider } from "react-router"
import { visit, world } from "../context.ts"

/**
 * The site's public origin: that of the running server, or during prerendering the build's, which the server replaces
 * with its own.
 */
export function originOf(context: Readonly<RouterContextProvider>): string {
  return context.get(visit) ? context.get(world).settings.siteUrl : import.meta.env.VITE_SITE_URL
}
