import { useCallback, useEffect } from "react"
import { useRevalidator } from "react-router"

/**
 * Returns a function that loads the page again. Not while the site cannot be reached: a page that cannot be loaded again would give
 * way to the one that says so.
 */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    if (await isReachable()) await revalidate()
  }, [revalidate])
}

/**
 * Loads the page again when somebody comes back to its tab, and in between as often as it says.
 * @param everyMs null: only on coming back
 */
export function useLookAgain(everyMs: number | null): void {
  const reload = useReload()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void reload()
    }
    document.addEventListener("visibilitychange", look)
    const timer = everyMs === null ? undefined : setInterval(look, everyMs)
    return () => {
      document.removeEventListener("visibilitychange", look)
      clearInterval(timer)
    }
  }, [everyMs, reload])
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch("/health", { cache: "no-store" })).ok
  } catch {
    return false
  }
}
