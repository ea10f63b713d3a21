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

/** Errors after which one click may retry: no response, or a payment service failure. */
const worthAnother = ["unreachable", "payment_service_failed"]

/** The state of a group of buttons: one purchase at a time. */
export function useCheckout() {
  const call = useFunctions()
  const { toast } = useToast()
  const [busy, setBusy] = useState(false)
  /** The last opened payment page, in case its tab is lost. */
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

  // Restored from the back/forward cache after the payment page opened in this tab.
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
