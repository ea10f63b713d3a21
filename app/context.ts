import { createContext } from "react-router"
import type { Boards } from "#domain/competition/board.ts"
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
}

/** Absent while pages are prerendered: their inline scripts are allowed by hash. */
export const visit = createContext<Visit | null>(null)
