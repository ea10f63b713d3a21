import { useEffect, useRef } from "react"
import type { OwnAccount } from "#domain/competition/account/account.ts"
import { useLiveMember } from "./use-live-member.ts"
import { useLookAgain, useReload } from "./use-look-again.ts"

/** Milliseconds between a change of the board and loading the page again, in which more may change. */
const restMs = 1_000

/**
 * Keeps the account page current: when a board has changed, while files are read, while the first activity of a service may only wait
 * for a review, and when the member comes back to the tab.
 * @param loadedAt when the page's data was read, ISO 8601
 */
export function useLatest(
  { imports, sources }: Pick<OwnAccount, "imports" | "sources">,
  { loadedAt, hasPoints }: { loadedAt: string; hasPoints: boolean },
): void {
  const reload = useReload()
  const changedAt = useLiveMember()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isBehind = changedAt !== null && changedAt > loadedAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is another reason
  useEffect(() => {
    // Changes that follow each other closely must not put it off for ever.
    if (isBehind)
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        void reload()
      }, restMs)
  }, [isBehind, changedAt, reload])
  useEffect(() => () => clearTimeout(timer.current), [])
  const isConnected = Object.values(sources.services).some(({ connectedSince }) => connectedSince)
  const open = imports.find(({ isFinished }) => !isFinished)
  const readMs = open && (open.uploads.length > 50 ? 3_000 : 1_000)
  useLookAgain(readMs ?? (isConnected && !hasPoints ? 15_000 : null))
}
