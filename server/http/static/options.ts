import type { OwnSite } from "#content/own-site.ts"
import type { LivePages } from "../live-pages.ts"
import type { PagesOptions } from "../pages/contract.ts"

export interface StaticOptions extends Pick<PagesOptions, "buildDir" | "securityHeaders" | "isHttps"> {
  /** Public origin; replaces the one in prerendered pages that were built for another. */
  siteUrl: string
  /** What an operator's settings say about the site instead of the built pages; those give way to pages rendered now. */
  ownSite?: OwnSite | null
  /** Live pages; consulted for every URL without a file. */
  live?: LivePages
  onServed?: PagesOptions["onServed"]
}
