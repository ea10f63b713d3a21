import { createHash } from "node:crypto"
import type { StandingRow } from "./standing-row.ts"

/** The update sent to an open page: changed rows, removed rows, and new ranks. */
export interface BoardDifference {
  /** Identify the rows before and after the update: identical rows have the same id in every process. */
  from: string
  state: string
  updatedAt: string | null
  total: number
  /** New rows, and rows whose points, marks, or names changed. */
  rows: StandingRow[]
  /** Keys of rows that dropped out of the top rows. */
  gone: string[]
  /** Key and rank of the rows in which only the rank changed. */
  moved: [key: string, rank: number, move: number | null][]
}

/** The id of a set of rows: identical rows have the same id, whichever process reads them. */
export function stateOf(rows: readonly StandingRow[]): string {
  return createHash("sha256").update(JSON.stringify(rows)).digest("base64url").slice(0, 16)
}

/** The update that turns a page showing `before` into one showing `now`. */
export function compare(
  before: readonly StandingRow[],
  now: readonly StandingRow[],
): Pick<BoardDifference, "rows" | "gone" | "moved"> {
  const old = new Map(before.map((row) => [row.key, row]))
  const rows: StandingRow[] = []
  const moved: BoardDifference["moved"] = []
  for (const row of now) {
    const was = old.get(row.key)
    old.delete(row.key)
    if (!was || appearanceOf(was) !== appearanceOf(row)) rows.push(row)
    else if (was.rank !== row.rank || was.move !== row.move) moved.push([row.key, row.rank, row.move])
  }
  return { rows, moved, gone: [...old.keys()] }
}

function appearanceOf({ rank, move, ...rest }: StandingRow): string {
  return JSON.stringify(rest)
}
