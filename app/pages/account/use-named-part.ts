import { useEffect } from "react"

const byHand = ["wheel", "touchmove", "pointerdown", "keydown"] as const

/**
 * Scrolls to the part of the page named in the address (`/account#activities` in a mail). It appears once the
 * session of the page is open, and what changes above it pushes it down, so the page follows it until the visitor scrolls.
 */
export function useNamedPart(): void {
  useEffect(() => {
    const name = location.hash.slice(1)
    if (!name) return
    const follow = new ResizeObserver(() => {
      const part = document.getElementById(name)
      const fold = part?.closest("details")
      if (fold) fold.open = true
      part?.scrollIntoView()
    })
    const stop = () => follow.disconnect()
    follow.observe(document.body)
    for (const event of byHand) addEventListener(event, stop, { once: true, passive: true })
    return () => {
      stop()
      for (const event of byHand) removeEventListener(event, stop)
    }
  }, [])
}
