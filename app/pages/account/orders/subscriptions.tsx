import { inDollars } from "#content/amounts.ts"
import { Badge } from "../../../ui/badge.tsx"
import { Failed } from "../failed.tsx"
import { Part } from "../part.tsx"
import { useRows } from "../use-rows.ts"
import { BillingPortal } from "./billing-portal.tsx"
import { type SubscriptionRow, standing, subscriptionColumns } from "./rows.ts"

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" })

/** Automatic renewals and how to cancel them; nothing without a subscription. */
export function Subscriptions() {
  const { data, error, refetch } = useRows<SubscriptionRow[]>(["subscriptions"], (client) =>
    client
      .from("paid_subscriptions")
      .select(subscriptionColumns)
      .order("started_at", { ascending: false })
      .overrideTypes<SubscriptionRow[], { merge: false }>(),
  )
  if (error)
    return (
      <Part title="My subscriptions">
        <Failed what="Your subscriptions" onRetry={() => void refetch()} />
      </Part>
    )
  const rows = data?.value ?? []
  if (rows.length === 0) return null
  return (
    <Part
      id="subscriptions"
      title="My subscriptions"
      text="Cancel, change your card and find invoices on the billing page. You keep what you paid for until the month ends."
      action={<BillingPortal />}
    >
      <ul className="border-b border-line">
        {rows.map((row) => {
          const { word, text } = standing(row, (at) => day.format(new Date(at)))
          return (
            <li
              key={row.id}
              className="flex flex-wrap items-baseline gap-x-6 gap-y-2 border-t border-line py-4"
            >
              <div className="min-w-0 grow basis-64">
                <h3 className="font-semibold">{row.name}</h3>
                <p className="text-small text-muted">{text}</p>
              </div>
              <div className="flex items-baseline gap-x-4">
                <Badge loud={word === "Active"}>{word}</Badge>
                <p className="figures font-semibold">
                  {inDollars(row.amount_cents)}
                  <span className="label ml-1 text-muted">/month</span>
                </p>
              </div>
            </li>
          )
        })}
      </ul>
    </Part>
  )
}
