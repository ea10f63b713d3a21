import { useCallback, useEffect, useRef, useState } from "react"
import { toasts } from "#content/messages.ts"
import type { Opened } from "#domain/shop/contract.ts"
import { type FunctionAnswer, useFunctions } from "../session/use-functions.ts"
import { useToast } from "../ui/toast.tsx"
import { clickKey } from "./click-key.ts"
import { openPayTab } from "./pay-tab.ts"
import type { Purchase } from "./purchase.ts"

/** A checkout that takes longer than this is treated as failed. */
const patienceMs = 20_000

/** Answers that the same click may ask for again: nothing was heard, or the payment service stumbled. */
const worthAnother = ["unreachable", "payment_service_failed"]

/** How the buttons of one place are doing: one purchase at a time. */
export function useCheckout() {
  const call = useFunctions()
  const { toast } = useToast()
  const [busy, setBusy] = useState(false)
  /** The payment page that was opened last, should its tab be lost. */
  const [opened, setOpened] = useState<string | null>(null)
  const underway = useRef(false)

  const buy = useCallback(
    async (purchase: Purchase, agreed = false) => {
      if (underway.current) return
      underway.current = true
      const tab = openPayTab()
      setBusy(true)
      setOpened(null)
      const input = { ...purchase, key: clickKey(), ...(agreed ? { agreed } : {}) }
      const ask = () => call<Opened>("create-checkout", input)
      const answer = await within(patienceMs, async () => {
        const first = await ask()
        return !first.ok && worthAnother.includes(first.code) ? ask() : first
      })
      if (answer.ok) {
        setOpened(answer.value.url)
        tab.show(answer.value.url)
      } else {
        tab.close()
        toast(toasts.checkout_failed)
      }
      underway.current = false
      setBusy(false)
    },
    [call, toast],
  )

  // Back from a payment page that took the place of this one, which the browser had kept as it was.
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      underway.current = false
      setBusy(false)
    }
    addEventListener("pageshow", onShow)
    return () => removeEventListener("pageshow", onShow)
  }, [])

  return { busy, opened, buy }
}

async function within<Value>(
  ms: number,
  work: () => Promise<FunctionAnswer<Value>>,
): Promise<FunctionAnswer<Value>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<FunctionAnswer<Value>>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, code: "too_late", message: "No answer" }), ms)
  })
  return Promise.race([work(), late]).finally(() => clearTimeout(timer))
}
