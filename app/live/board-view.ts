import type { BoardDifference } from "#domain/competition/boards/difference.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"

export type { StandingRow }

/** The state of a board on a page. */
export interface BoardView {
  rows: readonly StandingRow[]
  total: number
  updatedAt: string | null
  /** Version of the rows; the server sends later changes. */
  state: string
  /** The rows include sample athletes; set for boards received in full over the stream. */
  demo?: boolean | undefined
}

export type Told = BoardDifference & { board: string }
export type Reset = BoardView & { board: string }

/**
 * Applies a difference to the view. Returns undefined when it is not based on the current state, in which case the rows
 * must be reloaded. Idempotent.
 */
export function applyDifference(view: BoardView, told: BoardDifference): BoardView | undefined {
  if (view.state === told.state && view.state !== told.from) return view
  if (view.state !== told.from) return undefined
  const rows = new Map(view.rows.map((row) => [row.key, row]))
  for (const key of told.gone) rows.delete(key)
  for (const row of told.rows) rows.set(row.key, row)
  for (const [key, rank, move] of told.moved) {
    const row = rows.get(key)
    if (row) rows.set(key, { ...row, rank, move })
  }
  return {
    rows: [...rows.values()].sort((a, b) => a.rank - b.rank),
    total: told.total,
    updatedAt: told.updatedAt,
    state: told.state,
    demo: view.demo,
  }
}
