import { Form } from "react-router"
import { inDollars } from "#content/amounts.ts"
import type { OwnSubscription } from "#domain/shop/own-orders.ts"
import { Badge } from "../../../ui/badge.tsx"
import { Button } from "../../../ui/button.tsx"
import { Part } from "../part.tsx"

/** Automatic renewals and how to cancel them: a form of the browser that opens the payment service's page in a new tab. */
export function Subscriptions({ subscriptions }: { subscriptions: readonly OwnSubscription[] }) {
  return (
    <Part
      id="subscriptions"
      title="My subscriptions"
      text="Cancel, change your card and find invoices on the billing page. You keep what you paid for until the month ends."
      action={
        <Form method="post" target="_blank" rel="noopener" reloadDocument>
          <Button type="submit" look="plain">
            Manage billing<span className="sr-only"> (opens a new tab)</span>
          </Button>
        </Form>
      }
    >
      <ul className="border-b border-line">
        {subscriptions.map(({ id, name, word, text, amountCents }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t border-line py-4">
            <div className="min-w-0 grow basis-64">
              <h3 className="font-semibold">{name}</h3>
              <p className="text-small text-muted">{text}</p>
            </div>
            <div className="flex items-baseline gap-x-4">
              <Badge loud={word === "Active"}>{word}</Badge>
              <p className="figures font-semibold">
                {inDollars(amountCents)}
                <span className="label ml-1 text-muted">/month</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  )
}
