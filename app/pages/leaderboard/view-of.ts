import { stateOf } from "#domain/competition/boards/difference.ts"
import type { BoardPage } from "#domain/competition/boards/standings.ts"
import type { BoardView } from "../../live/board-view.ts"

/** The first rows of a board as a page shows them and then follows them; for loaders. */
export function viewOf({ rows, total, updatedAt }: BoardPage): BoardView {
  return { rows, total, updatedAt: updatedAt?.toISOString() ?? null, state: stateOf(rows) }
}
