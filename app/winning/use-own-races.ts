import { useEffect, useState } from "react"
import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import { readBoard } from "../pages/leaderboard/read-board.ts"

/** A busy board is asked about once in this time. */
const restMs = 1_000

/**
 * The signed-in member's races in one answer: null until it has come, and for visitors.
 * @param state changes when the boards have moved, and the answer is read again
 */
export function useOwnRaces(token: string | null, state: string): { own: OwnRaces | null; failed: boolean } {
  const [own, setOwn] = useState<{ token: string; answer: OwnRaces } | null>(null)
  const [failed, setFailed] = useState(false)
  const known = own?.token === token ? own.answer : null
  const waits = known !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the boards have moved
  useEffect(() => {
    if (token === null) return
    const leaving = new AbortController()
    const read = async () => {
      try {
        const answer = await readBoard<OwnRaces>("mine", token, leaving.signal)
        setOwn({ token, answer })
        setFailed(false)
      } catch {
        if (!leaving.signal.aborted) setFailed(true)
      }
    }
    const timer = setTimeout(() => void read(), waits ? restMs : 0)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [token, state])
  return { own: token === null ? null : known, failed }
}
