import { useState } from "react"
import type { Opened } from "#domain/shop/contract.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { openPayTab } from "../../../shop/pay-tab.ts"
import { Button } from "../../../ui/button.tsx"
import { useToast } from "../../../ui/toast.tsx"

/** Opens the payment service's page for canceling, cards and invoices in a new tab. */
export function BillingPortal() {
  const call = useFunctions()
  const { toast } = useToast()
  const [busy, setBusy] = useState(false)
  const onClick = async () => {
    if (busy) return
    setBusy(true)
    const tab = openPayTab()
    const answer = await call<Opened>("open-billing-portal")
    setBusy(false)
    if (answer.ok) return tab.show(answer.value.url)
    tab.close()
    toast({ title: "Error", description: answer.message, variant: "destructive" })
  }
  return (
    <Button look="plain" aria-disabled={busy || undefined} onClick={() => void onClick()}>
      {busy ? "One moment…" : "Manage billing"}
    </Button>
  )
}
