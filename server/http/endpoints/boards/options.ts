import type { Boards } from "#domain/competition/boards/board.ts"
import type { LiveBoards } from "#domain/competition/boards/live.ts"
import type { World } from "#domain/world.ts"
import type { VerifyToken } from "#platform/gateway/contract.ts"
import type { OpenStreams } from "./open-streams.ts"
import type { Viewers } from "./viewers.ts"

export interface BoardsOptions {
  world: World
  boards: Boards
  liveBoards: LiveBoards
  verifyToken: VerifyToken
  /** The interval at which the token of an open stream is verified; default 20 seconds. */
  tokenCheckMs?: number
  streams: OpenStreams
  viewers: Viewers
  /** Aborted when the server starts to stop: open streams end. */
  stopping: AbortSignal
  /** Milliseconds between two heartbeats on a live board; default 30,000. */
  heartbeatMs?: number
  /** Receives the time until an event was written to every page that follows the same boards. */
  onTold?(seconds: number): void
}
