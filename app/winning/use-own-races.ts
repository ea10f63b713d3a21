import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import { useRead } from "../live/use-read.ts"
import { readBoard } from "../pages/leaderboard/read-board.ts"

/** The part of the page that shows them, which visitors do not load. */
export const loadOwnHome = () => import("./own-home.tsx")

/**
 * The signed-in member's races in one response: null until they and what shows them are loaded, and for visitors.
 * @param state changes when the boards have changed, and causes a reload
 */
export function useOwnRaces(token: string | null, state: string): { own: OwnRaces | null; failed: boolean } {
  const read = async (signal: AbortSignal) => {
    const [races] = await Promise.all([readBoard<OwnRaces>("mine", token, signal), loadOwnHome()])
    return races
  }
  const { value, failed } = useRead(token, read, { state })
  return { own: value, failed }
}
