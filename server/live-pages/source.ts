import type { LivePage } from "#domain/shown.ts"
import type { Rendered } from "./keep.ts"

/** One kind of live pages: those of the router, or the answers of our endpoints. */
export interface LiveSource {
  /** Whether a request with an access token gets an answer of its own instead. */
  personal: boolean
  /** The live page at a path without query; undefined when there is none. */
  match(path: string): LivePage | undefined
  /** Renders the page at an address (path and query). Null when it is not a success. */
  render(address: string): Promise<Rendered>
}

/** A path pattern as the router writes it: "/leaderboard/athletes/:slug". */
export function pathPattern(path: string): RegExp {
  // A parameter with any other character is answered individually.
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&").replace(/:\w+/g, "[a-z0-9-]{1,80}")}$`)
}
