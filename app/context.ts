import { createContext } from "react-router"
import type { Embeds } from "#content/embeds.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import type { World } from "#domain/world.ts"

/**
 * The way of a loader or action to everything outside: `context.get(world)`.
 * Filled by server/pages.ts for each request; empty while pages are prerendered, where asking for it stops the build.
 */
export const world = createContext<World>()

/** The boards of this process, with every rank in memory. Filled like `world`. */
export const boards = createContext<Boards>()

/** What the server knows about one request and the document needs. */
export interface Visit {
  /** Names this request in the logs and on the error page. */
  requestId: string
  /** Allows this response's own inline scripts under the content-security-policy. */
  nonce: string
  /** Who sends a form, for the proof of consent. */
  sender: { ip: string | null; userAgent: string | null }
  /** Counts one call of the visitor's network by the rule; false when it is one too many. */
  take(rule: { name: string; calls: number; seconds: number }): Promise<boolean>
  /** Frames of other services in the place of forms and reports of ours, by slot. */
  embeds: Embeds
}

/** Absent while pages are prerendered: their inline scripts are allowed by hash. */
export const visit = createContext<Visit | null>(null)
