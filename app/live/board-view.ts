import type { BoardDifference } from "#domain/competition/boards/live.ts"
import type { StandingRow } from "#domain/competition/boards/standings.ts"

export type { StandingRow }

/** What an open page shows of one board. */
export interface BoardView {
  rows: readonly StandingRow[]
  total: number
  updatedAt: string | null
  /** Names the rows; the server tells what happened after it. */
  state: string
  /** Sample athletes are among the rows; known of boards that came whole over the stream. */
  demo?: boolean | undefined
}

export type Told = BoardDifference & { board: string }
export type Reset = BoardView & { board: string }

/**
 * The view after a difference. Undefined when the difference does not follow on what is shown, so that the rows must be
 * read anew. The same difference twice changes nothing.
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
