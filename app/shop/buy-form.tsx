import type { ReactNode } from "react"
import { inDollars } from "#content/amounts.ts"
import { Button, type ButtonLook } from "../ui/button.tsx"
import { AgreeBox } from "./agree-box.tsx"
import { OpenedNote } from "./opened-note.tsx"
import type { Purchase } from "./purchase.ts"
import { PurchaseFields } from "./purchase-fields.tsx"
import { useCheckout } from "./use-checkout.ts"

/**
 * A button that opens a payment page in a new tab. Before hydration and without JavaScript, it is a form that /checkout
 * handles.
 */
export function BuyForm(props: {
  purchase: Purchase
  look?: ButtonLook
  className?: string
  /** The button's label, including the product name for screen readers. */
  children: ReactNode
  /** Id of the terms beside the button. */
  describedBy?: string
}) {
  const { busy, opened, buy } = useCheckout()
  const monthly = props.purchase.mode === "subscription"
  return (
    <form
      method="post"
      action="/checkout"
      target="_blank"
      rel="noopener"
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault()
        // The browser already rejected an unchecked box.
        void buy(props.purchase, monthly)
      }}
    >
      <PurchaseFields purchase={props.purchase} />
      {monthly && <AgreeBox amount={inDollars(Math.round(props.purchase.price * 100))} />}
      <Button
        type="submit"
        look={props.look ?? "main"}
        className="w-full"
        aria-disabled={busy || undefined}
        aria-describedby={props.describedBy}
      >
        {busy ? "One moment…" : props.children}
      </Button>
      <OpenedNote url={opened} />
    </form>
  )
}
