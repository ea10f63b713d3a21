import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Embeds } from "#content/embeds.ts"
import type { Words } from "#content/words/words.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { SignedIn } from "#domain/members/session.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { DatabaseWatch } from "../../world/database-watch.ts"
import type { RateRule } from "../guard/rate-limits.ts"
import type { LiveSource } from "../live-pages/source.ts"
import type { Versions } from "../live-pages/versions.ts"

/** What a page's content-security-policy must allow in addition to the site's defaults. */
interface PageSecurity {
  /** For a page rendered per request: the nonce of its inline scripts. */
  nonce?: string
  /** "sha256-..." of each inline script with fixed content; a prerendered or live page has no others. */
  scriptHashes?: readonly string[]
  /** Whether the visitor's connection is encrypted. */
  https: boolean
}

export interface PagesOptions {
  world: World
  boards: Boards
  mode: "production" | "development"
  /** The output folder of `react-router build`: client/, server/ and pages.json. */
  buildDir: string
  /** All security headers of a page, including the content-security-policy. */
  securityHeaders(page: PageSecurity): Record<string, string>
  /** Whether the visitor's connection is encrypted, to this server or to a trusted proxy. */
  isHttps(incoming: Pick<IncomingMessage, "headers" | "socket">): boolean
  /** Frames of other services that replace our own forms and reports, by slot. */
  embeds?: Embeds
  /** Renders live pages; without it, every page that is not prerendered is rendered per request. */
  live?: {
    versions: Versions
    database: DatabaseWatch
    /** The responses of endpoints that are kept like pages. */
    answers: readonly LiveSource[]
    /**
     * The database for a page that may be read from a replica, with everything that was committed before the call, so that
     * a rendering shows what its version promises; absent without a replica.
     */
    onReplica?(): Promise<Db>
  }
  /** Where renderings are kept for a start without the database; absent where the database is part of the installation. */
  diskFolder?: string | undefined
  /** Called for every response served from memory, which the app's own log and metrics do not see. */
  onServed?(served: Served): void
  /** The HTTP server; in development, hot reload attaches its WebSockets to it. */
  server?: Server
}

/** One response served from memory. */
interface Served {
  method: string
  status: number
}

/** How a page request is identified in the log and on the error page. */
interface PageRequest {
  requestId: string
  https: boolean
  /** The visitor's IP address as reported by trusted proxies, and the user agent. */
  sender: { ip: string | null; userAgent: string | null }
  /** The signed-in member, identified by the account cookie; null if there is none. */
  signedIn(): Promise<SignedIn | null>
  /** Counts one call from the visitor's network against the rule; false if the limit is exceeded. */
  take(rule: RateRule): Promise<boolean>
  /** Replaces the world of the pages, for a page that may only read. */
  world?: World
}

export interface Pages {
  /**
   * Runs before every other listener of the HTTP server: serves files and prerendered pages from memory (in
   * development: Vite's modules) and calls `next` for everything else.
   */
  serve(incoming: IncomingMessage, outgoing: ServerResponse, next: () => void): void
  /** Renders a page, runs an action or serves a page's data request; handles every path that no other route matched. */
  fetch(request: Request, page: PageRequest): Promise<Response>
  /** The HTML of a page with words that nobody has published, without scripts. */
  preview(address: string, words: Words): Promise<string>
  /** The script of an embedded board, built together with the pages. */
  embedScript(): Promise<InlineScript>
  /** The script of a screen in a clubhouse. */
  screenScript(): Promise<ScreenScript>
  close(): Promise<void>
}

/** An inline script of a document, and its source for the content-security-policy: "sha256-...". */
export interface InlineScript {
  code: string
  hash: string
}

/** The script of a page that has the site's display face, and the address of that. */
export interface ScreenScript extends InlineScript {
  font: string
}
