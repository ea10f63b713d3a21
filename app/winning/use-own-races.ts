import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import { useRead } from "../live/use-read.ts"
import { readBoard } from "../pages/leaderboard/read-board.ts"

/**
 * The signed-in member's races in one response: null until loaded, and for visitors.
 * @param state changes when the boards have changed, and causes a reload
 */
export function useOwnRaces(token: string | null, state: string): { own: OwnRaces | null; failed: boolean } {
  const { value, failed } = useRead(token, (signal) => readBoard<OwnRaces>("mine", token, signal), { state })
  return { own: value, failed }
}
