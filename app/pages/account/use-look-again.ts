import { useCallback, useEffect } from "react"
import { useRevalidator } from "react-router"

/**
 * Returns a function that loads the page again. It does nothing while the site cannot be reached, because the error
 * page would then replace this one.
 */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    if (await isReachable()) await revalidate()
  }, [revalidate])
}

/**
 * Loads the page again when the visitor returns to its tab and, while it is visible, at an interval.
 * @param everyMs the interval; null to load only on return
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
