import { useEffect } from "react"

/** Calls `work` every `ms` milliseconds while the page is visible, and when it becomes visible again. */
export function useEvery(ms: number, work: () => unknown, enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    const once = () => void (document.visibilityState === "visible" && work())
    const timer = setInterval(once, ms)
    document.addEventListener("visibilitychange", once)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", once)
    }
  }, [ms, work, enabled])
}
