import { rollingBoards } from "#content/competitions.ts"
import { useLiveBoards } from "../../live/use-live-boards.ts"
import { useBoardToken } from "../leaderboard/use-board-token.ts"

/** A rolling board: whatever its member does on a day moves it, whichever races are on. */
const followed = rollingBoards[0]?.slug ?? ""
const views = { [followed]: null }

/**
 * Keeps the member's stream open on a page of theirs, which also tells that somebody has cheered or commented.
 * @param talk the comments that the page shows, if any, as `useLiveBoards` follows them
 * @returns when a board last changed, ISO 8601; null when that is not known
 */
export function useLiveMember(talk?: string): string | null {
  const token = useBoardToken()
  const { views: shown } = useLiveBoards<string>(views, { token, enabled: token !== null, talk })
  return shown[followed]?.updatedAt ?? null
}
