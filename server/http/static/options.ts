import type { LivePages } from "../live-pages.ts"
import type { PagesOptions } from "../pages/contract.ts"

export interface StaticOptions extends Pick<PagesOptions, "buildDir" | "securityHeaders" | "isHttps"> {
  /** Public origin; replaces the one in prerendered pages that were built for another. */
  siteUrl: string
  /** Live pages; consulted for every URL without a file. */
  live?: LivePages
  onServed?: PagesOptions["onServed"]
}
