import { useState } from "react"
import { inDollars } from "#content/amounts.ts"
import { Badge } from "../../../ui/badge.tsx"
import { TextButton } from "../../../ui/text-button.tsx"
import { Failed } from "../failed.tsx"
import { Part } from "../part.tsx"
import { useRows } from "../use-rows.ts"
import { type OrderRow, orderColumns } from "./rows.ts"

const atFirst = 10
const most = 200
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" })

const words: Record<OrderRow["state"], string> = {
  pending: "Not paid yet",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  refunded: "Refunded",
  disputed: "Disputed",
}

/** All purchases and gifts of the member, each with its receipt; nothing until there is one. */
export function Orders() {
  const [all, setAll] = useState(false)
  const { data, error, refetch } = useRows<OrderRow[]>(
    ["orders"],
    (client) =>
      client
        .from("orders")
        .select(orderColumns)
        // Omit checkouts that were abandoned and have expired.
        .neq("state", "expired")
        .order("created_at", { ascending: false })
        .limit(most)
        .overrideTypes<OrderRow[], { merge: false }>(),
    // The user may be paying in another tab.
    (rows) => (rows?.some(({ state }) => state === "pending") ? 15_000 : false),
  )
  const rows = data?.value
  const shown = all ? rows : rows?.slice(0, atFirst)
  if (!error && !rows?.length) return null
  return (
    <Part id="orders" title="My orders">
      {error && <Failed what="Your orders" onRetry={() => void refetch()} />}
      {shown && shown.length > 0 && (
        <ul className="border-b border-line">
          {shown.map((row) => (
            <Order key={row.id} order={row} />
          ))}
        </ul>
      )}
      {rows && rows.length > atFirst && !all && (
        <TextButton className="mt-3" onClick={() => setAll(true)}>
          Show all {rows.length}
        </TextButton>
      )}
    </Part>
  )
}

function Order({ order }: { order: OrderRow }) {
  const { name, state, renewal, mode, created_at, amount_cents, total_cents, refunded_cents, test } = order
  const sums: [string, number][] = [
    [mode === "subscription" ? "One month" : order.kind === "donation" ? "Gift" : "Price", amount_cents],
    ["Discount", -(order.discount_cents ?? 0)],
    ["Tax", order.tax_cents ?? 0],
  ]
  const rows = sums.filter(([, cents], index) => index === 0 || cents !== 0)
  return (
    <li className="border-t border-line py-4">
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <h3 className="font-semibold">
            {name}
            {renewal && <span className="font-normal text-muted">, renewal</span>}
          </h3>
          <p className="figures text-small text-muted">
            {day.format(new Date(created_at))}
            {test && ", test payment"}
          </p>
        </div>
        <div className="flex items-baseline gap-x-4">
          <Badge>{words[state]}</Badge>
          <p className="figures font-semibold">{inDollars(total_cents ?? amount_cents)}</p>
        </div>
      </div>
      {order.paid_at && (
        <details className="mt-1 max-w-md">
          <summary className="label inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            Receipt<span className="sr-only"> for {name}</span>
          </summary>
          <dl className="figures mb-2 text-small">
            {rows.map(([title, cents]) => (
              <Line key={title} title={title} value={signed(cents)} />
            ))}
            <Line title="Charged" value={inDollars(total_cents ?? amount_cents)} />
            {refunded_cents > 0 && <Line title="Refunded" value={signed(-refunded_cents)} />}
            <Line title="Paid on" value={day.format(new Date(order.paid_at))} />
            <Line title="Order" value={order.id} />
          </dl>
        </details>
      )}
    </li>
  )
}

const signed = (cents: number) => (cents < 0 ? `−${inDollars(-cents)}` : inDollars(cents))

function Line({ title, value }: { title: string; value: string }) {
  return (
    <div className="flex justify-between gap-x-6 border-t border-line py-1.5">
      <dt className="text-muted">{title}</dt>
      <dd className="text-right break-all">{value}</dd>
    </div>
  )
}
