import type { LivePage } from "#domain/shown.ts"
import type { StaticFile } from "../static/file.ts"

/** A rendered page, ready to send; null if the request must be handled individually, such as "not found". */
export type Rendered = StaticFile | null

/** One kind of live pages: those of the router, or the responses of our endpoints. */
export interface LiveSource {
  /** Whether a request with an access token gets an individual response instead. */
  personal: boolean
  /** The live page at a path without query; undefined if there is none. */
  match(path: string): LivePage | undefined
  /** Renders the page at a URL (path and query). Null if it is not a success. */
  render(address: string): Promise<Rendered>
  /** The last rendering that was kept on disk, for when the database is away; null if there is none. */
  stored?(address: string): Promise<Stored | null>
  /** Addresses whose renderings are kept on disk, and have to be rendered now and then for that. */
  onDisk?: readonly string[]
}

export interface Stored {
  rendered: NonNullable<Rendered>
  /** When it was rendered, in ms of performance.now(); negative for a time before the process. */
  renderedAt: number
}

/** A path pattern in the router's format: "/leaderboard/athletes/:slug". */
export function pathPattern(path: string): RegExp {
  // A parameter with any other character is handled individually.
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&").replace(/:\w+/g, "[a-z0-9-]{1,80}")}$`)
}
