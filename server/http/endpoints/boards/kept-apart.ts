import type { BoardDifference } from "#domain/competition/boards/difference.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"

/**
 * Rows that were read for all members, for one member who is kept apart from some athletes (slugs): theirs look like
 * the rows of athletes who are hidden, as private.board_page shows them.
 */
export function rowsKeptApart(
  rows: readonly StandingRow[],
  apart: ReadonlySet<string>,
): readonly StandingRow[] {
  if (apart.size === 0) return rows
  return rows.map((row) =>
    row.athlete !== null && apart.has(row.athlete)
      ? { ...row, athlete: null, name: null, photo: null, figure: null, move: null }
      : row,
  )
}

/** The same for a change. @param rows all rows of the board after it */
export function differenceKeptApart(
  difference: BoardDifference,
  rows: readonly StandingRow[],
  apart: ReadonlySet<string>,
): BoardDifference {
  if (apart.size === 0) return difference
  const keys = new Set(
    rows.flatMap(({ athlete, key }) => (athlete !== null && apart.has(athlete) ? [key] : [])),
  )
  return {
    ...difference,
    rows: [...rowsKeptApart(difference.rows, apart)],
    moved: difference.moved.map(([key, rank, move]) => [key, rank, keys.has(key) ? null : move]),
  }
}
