import type { Gap } from "#domain/competition/boards/gap.ts"
import type { StandingRow } from "../../live/board-view.ts"

/** Response of /boards/<slug>.json. */
export interface BoardAnswer {
  board: { slug: string; name: string; from: string; to: string | null }
  total: number
  updatedAt: string | null
  rows: StandingRow[]
  next: string | null
}

/** Response of /boards/<slug>/mine. */
export interface MyPlaceAnswer {
  /** Whether the account has joined the competition. */
  joined: boolean
  /** Null without points on this board. */
  place: { rank: number; total: number; around: StandingRow[] } | null
  /** The gap to the next athlete, on the board of a race. */
  gap: Gap | null
}

/** Reads board data as the member of the token. Throws with `code` when it is refused. */
export async function readBoard<Answer>(
  path: string,
  token: string | null,
  signal?: AbortSignal,
): Promise<Answer> {
  const headers: HeadersInit = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await fetch(`/boards/${path}`, { headers, ...(signal ? { signal } : {}) })
  const body = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(String(body.message)), { code: String(body.code) })
  return body as Answer
}
