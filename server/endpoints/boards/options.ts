import type { Boards } from "#domain/competition/boards/board.ts"
import type { LiveBoards } from "#domain/competition/boards/live.ts"
import type { World } from "#domain/world.ts"
import type { VerifyToken } from "#platform/gateway/contract.ts"
import type { OpenStreams } from "./open-streams.ts"

export interface BoardsOptions {
  world: World
  boards: Boards
  liveBoards: LiveBoards
  verifyToken: VerifyToken
  streams: OpenStreams
  /** Aborted when the server begins to stop: open streams end. */
  stopping: AbortSignal
  /** Milliseconds between two signs of life on a live board; 30,000 when left out. */
  heartbeatMs?: number
}
