import { useEffect, useState } from "react"
import { useStandings } from "./competition/use-standings.ts"

/**
 * Whether the member had no points on any board when the page was opened: it stays their first day until they leave the page,
 * even when the first activity has counted meanwhile.
 * @returns `known`: false while the standings load; true as well when they cannot be loaded
 */
export function useFirstDay(): { known: boolean; is: boolean; points: number } {
  const { standings, failed } = useStandings()
  const points = standings?.reduce((most, board) => Math.max(most, board.points), 0)
  const [is, setIs] = useState(false)
  useEffect(() => {
    if (points === 0) setIs(true)
  }, [points])
  return { known: points !== undefined || failed, is: is || points === 0, points: points ?? 0 }
}
