import type { ReactNode } from "react"
import { Button, type ButtonLook } from "../ui/button.tsx"
import { OpenedNote } from "./opened-note.tsx"
import type { Purchase } from "./purchase.ts"
import { PurchaseFields } from "./purchase-fields.tsx"
import { useCheckout } from "./use-checkout.ts"

/**
 * A button that leads to a payment page in a new tab. Before the page has come alive, and without JavaScript, it is a
 * form that /checkout answers.
 */
export function BuyForm(props: {
  purchase: Purchase
  look?: ButtonLook
  className?: string
  /** What the button says, with the name of the product in it for who hears it alone. */
  children: ReactNode
  /** Id of the terms beside the button. */
  describedBy?: string
}) {
  const { busy, opened, buy } = useCheckout()
  return (
    <form
      method="post"
      action="/checkout"
      target="_blank"
      rel="noopener"
      className={props.className}
      onSubmit={(event) => {
        event.preventDefault()
        void buy(props.purchase)
      }}
    >
      <PurchaseFields purchase={props.purchase} />
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
