import { createContext } from "react-router"
import type { Embeds } from "#content/embeds.ts"
import { type Words, wordsOfContent } from "#content/words/words.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { SignedIn } from "#domain/members/session.ts"
import type { World } from "#domain/world.ts"

/**
 * Gives loaders and actions access to external services: `context.get(world)`.
 * Set by server/http/pages.ts for each request; unset during prerendering, where reading it fails the build.
 */
export const world = createContext<World>()

/** The boards of this process, with every rank in memory. Set like `world`. */
export const boards = createContext<Boards>()

/** The words of the site: during prerendering those of content/, and for requests with the changes of operators. */
export const words = createContext<Words>(wordsOfContent)

/** Request data that the document needs. */
export interface Visit {
  /**
   * Identifies the request in logs and on the error page; null for a live page, which is the same for every visitor.
   */
  requestId: string | null
  /** Allows this response's inline scripts under the content-security-policy; null for a live page: by hash. */
  nonce: string | null
  /** The sender of a form, for proof of consent. */
  sender: { ip: string | null; userAgent: string | null }
  /** Who is signed in, looked up once per request; the response is then stored nowhere. Rejects on a page that is kept. */
  signedIn(): Promise<SignedIn | null>
  /** Counts one call from the visitor's network by the rule; false when over the limit. */
  take(rule: { name: string; calls: number; seconds: number }): Promise<boolean>
  /** Third-party frames that replace built-in forms and reports, by slot. */
  embeds: Embeds
}

/** Unset during prerendering: those inline scripts are allowed by hash. */
export const visit = createContext<Visit | null>(null)
