import type { StandingRow } from "../../live/board-view.ts"

/** What /boards/<slug>.json answers. */
export interface BoardAnswer {
  board: { slug: string; name: string; from: string; to: string | null }
  total: number
  updatedAt: string | null
  rows: StandingRow[]
  next: string | null
}

/** What /boards/<slug>/mine answers. */
export interface MyPlaceAnswer {
  /** Whether the account takes part in the competition. */
  joined: boolean
  /** Null without points on this board. */
  place: { rank: number; total: number; around: StandingRow[] } | null
}

/** Reads something of a board as the member of the token. Throws with `code` when it is refused. */
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
