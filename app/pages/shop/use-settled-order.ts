import { useEffect, useState } from "react"
import { useRevalidator } from "react-router"
import type { Returned } from "./returned.ts"

/** Seconds before each poll of an order with an unknown payment state; polling stops after the last one. */
const looksS = [1, 2, 2, 3, 3, 4, 5, 5, 5, 5, 10, 15]

/** Follows an order until its payment is known, or for about a minute. */
export function useSettledOrder(loaded: Returned): { returned: Returned; waiting: boolean } {
  const { revalidate, state } = useRevalidator()
  const [known, setKnown] = useState(loaded)
  const [looks, setLooks] = useState(0)
  useEffect(() => {
    if (!loaded.unreachable) setKnown(loaded)
  }, [loaded])
  const returned = loaded.unreachable ? { ...known, unreachable: true } : loaded
  const open = returned.sessionId !== null && (returned.order?.state === "pending" || loaded.unreachable)
  const waiting = Boolean(open) && looks < looksS.length

  useEffect(() => {
    if (!waiting || state !== "idle") return
    const timer = setTimeout(
      () => {
        setLooks(looks + 1)
        void revalidate()
      },
      (looksS[looks] ?? 0) * 1_000,
    )
    return () => clearTimeout(timer)
  }, [waiting, state, looks, revalidate])

  return { returned, waiting }
}
