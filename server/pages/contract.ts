import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Embeds } from "#content/embeds.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { World } from "#domain/world.ts"
import type { RateRule } from "../guard/rate-limits.ts"

/** What a page's content-security-policy must let through, and nothing else of ours. */
interface PageSecurity {
  /** For a page rendered now: its inline scripts carry this. */
  nonce?: string
  /** "sha256-..." of each inline script that is known at build time; on a prerendered page those are all of them. */
  scriptHashes?: readonly string[]
  /** The visitor's connection is encrypted. */
  https: boolean
}

export interface PagesOptions {
  world: World
  boards: Boards
  mode: "production" | "development"
  /** Folder that `react-router build` wrote: client/, server/ and pages.json. */
  buildDir: string
  /** Every security header of a page, the content-security-policy among them. */
  securityHeaders(page: PageSecurity): Record<string, string>
  /** Whether the visitor's connection is encrypted, to us or to a trusted proxy. */
  isHttps(incoming: Pick<IncomingMessage, "headers" | "socket">): boolean
  /** Frames of other services in the place of forms and reports of ours, by slot. */
  embeds?: Embeds
  /** Told about every answer from memory, which the app's own log and counters never see. */
  onServed?(served: Served): void
  /** The server that will answer: in development hot reload listens there for its sockets. */
  server?: Server
}

/** One answer from memory. */
interface Served {
  method: string
  status: number
}

/** How a page's request is named in the log and on the error page. */
interface PageRequest {
  requestId: string
  https: boolean
  /** The visitor's address behind trusted proxies, and the browser's name of itself. */
  sender: { ip: string | null; userAgent: string | null }
  /** Counts one call of the visitor's network by the rule; false when it is one too many. */
  take(rule: RateRule): Promise<boolean>
}

export interface Pages {
  /**
   * Stands before every other listener of the HTTP server: answers files and prerendered pages from memory
   * (in development: Vite's modules) and calls `next` for everything else.
   */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  /** Renders a page, runs an action or answers a page's data request; every path that nothing else took. */
  fetch(request: Request, page: PageRequest): Promise<Response>
  /** The script of an embedded board, which the build has made with the pages. */
  embedScript(): Promise<InlineScript>
  close(): Promise<void>
}

/** A script that stands in a document, with its source for the content-security-policy: "sha256-...". */
export interface InlineScript {
  code: string
  hash: string
}
