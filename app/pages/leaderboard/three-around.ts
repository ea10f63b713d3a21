import type { StandingRow } from "#domain/competition/boards/standing-row.ts"

/**
 * The member's row with one neighbor on each side or, at an end of the board, with two on one side; fewer if there are
 * not enough.
 */
export function threeAround(around: readonly StandingRow[]): readonly StandingRow[] {
  const at = around.findIndex(({ mine }) => mine)
  const from = Math.max(0, Math.min(at - 1, around.length - 3))
  return around.slice(from, from + 3)
}
