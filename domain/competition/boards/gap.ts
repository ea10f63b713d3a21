import { type Session, sessionWorth, type trainingOf } from "./passing.ts"
import type { StandingRow } from "./standing-row.ts"

/**
 * The gap between a member and the athlete ahead or, for the leader, the athlete behind, as this member may see them.
 */
export interface Gap {
  points: number
  /** Null where it may not be shown. */
  name: string | null
  /** Whether the other athlete is ahead. */
  ahead: boolean
  /**
   * A training session with which the athlete would pass the one ahead today; null for the leader, and if no session
   * would be enough.
   */
  session: Session | null
}

/** Null when nobody else is there, or their points may not be shown. `from`: the first day of the season. */
export function gapIn(
  around: readonly StandingRow[],
  training: Awaited<ReturnType<typeof trainingOf>>,
  from: string,
): Gap | null {
  const at = around.findIndex(({ mine }) => mine)
  const [ahead, own, next] = [around[at - 1], around[at], around[at + 1]]
  const other = ahead ?? next
  if (own?.points == null || other?.points == null) return null
  const points = Math.abs(other.points - own.points)
  const isAhead = ahead !== undefined
  return {
    points,
    name: other.name,
    ahead: isAhead,
    session: isAhead ? sessionWorth(training, { points, from }) : null,
  }
}
