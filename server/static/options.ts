import type { PagesOptions } from "../pages/contract.ts"

export interface StaticOptions extends Pick<PagesOptions, "buildDir" | "securityHeaders" | "isHttps"> {
  /** Public origin; written into prerendered pages when they were built for another one. */
  siteUrl: string
  onServed?: PagesOptions["onServed"]
  /** Files by their address that are not to be answered from memory. */
  leaveOut?: (address: string) => boolean
}
