import { useCallback, useEffect, useRef, useState } from "react"
import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import { readBoard } from "../pages/leaderboard/read-board.ts"

/** The minimum interval between requests about a busy board. */
const restMs = 1_000

/**
 * The signed-in member's races in one response: null until loaded, and for visitors.
 * @param state changes when the boards have changed, and causes a reload
 */
export function useOwnRaces(token: string | null, state: string): { own: OwnRaces | null; failed: boolean } {
  const [own, setOwn] = useState<{ token: string; answer: OwnRaces } | null>(null)
  const [failed, setFailed] = useState(false)
  const known = own?.token === token ? own.answer : null
  const answered = useRef(false)
  const read = useCallback(async (signal: AbortSignal, by: string) => {
    try {
      const answer = await readBoard<OwnRaces>("mine", by, signal)
      answered.current = true
      setOwn({ token: by, answer })
      setFailed(false)
    } catch {
      if (!signal.aborted) setFailed(true)
    }
  }, [])
  useEffect(() => {
    answered.current = false
    if (token === null) return
    const leaving = new AbortController()
    void read(leaving.signal, token)
    return () => leaving.abort()
  }, [token, read])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the boards have changed
  useEffect(() => {
    // The first response is pending.
    if (token === null || !answered.current) return
    const leaving = new AbortController()
    const timer = setTimeout(() => void read(leaving.signal, token), restMs)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [state, token, read])
  return { own: token === null ? null : known, failed }
}
