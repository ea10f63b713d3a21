import { useEffect } from "react"
import { useRevalidator } from "react-router"

/**
 * Loads the page again when somebody comes back to its tab, and in between as often as it says. Not while the site cannot be reached:
 * a page that cannot be loaded again would give way to the one that says so.
 * @param everyMs null: only on coming back
 */
export function useLookAgain(everyMs: number | null): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = async () => {
      if (document.visibilityState === "visible" && (await isReachable())) await revalidate()
    }
    const onReturn = () => void look()
    document.addEventListener("visibilitychange", onReturn)
    const timer = everyMs === null ? undefined : setInterval(onReturn, everyMs)
    return () => {
      document.removeEventListener("visibilitychange", onReturn)
      clearInterval(timer)
    }
  }, [everyMs, revalidate])
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch("/health", { cache: "no-store" })).ok
  } catch {
    return false
  }
}
