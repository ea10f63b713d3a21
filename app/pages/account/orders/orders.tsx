import { Link } from "react-router"
import { inDollars } from "#content/amounts.ts"
import type { OwnOrder } from "#domain/shop/own-orders.ts"
import { Badge } from "../../../ui/badge.tsx"
import { Part } from "../part.tsx"

const atFirst = 10

const words: Record<OwnOrder["state"], string> = {
  pending: "Not paid yet",
  paid: "Paid",
  failed: "Failed",
  expired: "Expired",
  refunded: "Refunded",
  disputed: "Disputed",
}

/** All purchases and gifts of the member, each with its receipt. @param all whether those beyond the newest ten are listed, too */
export function Orders({ orders, all }: { orders: readonly OwnOrder[]; all: boolean }) {
  const shown = all ? orders : orders.slice(0, atFirst)
  return (
    <Part id="orders" title="My orders">
      <ul className="border-b border-line">
        {shown.map((order) => (
          <Order key={order.id} order={order} />
        ))}
      </ul>
      {shown.length < orders.length && (
        <Link
          to="?all#orders"
          preventScrollReset
          className="mt-3 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          Show all {orders.length}
        </Link>
      )}
    </Part>
  )
}

function Order({ order }: { order: OwnOrder }) {
  const { name, state, renewal, mode, amountCents, totalCents, refundedCents, test } = order
  const sums: [string, number][] = [
    [mode === "subscription" ? "One month" : order.kind === "donation" ? "Gift" : "Price", amountCents],
    ["Discount", -(order.discountCents ?? 0)],
    ["Tax", order.taxCents ?? 0],
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
            {order.createdOn}
            {test && ", test payment"}
          </p>
        </div>
        <div className="flex items-baseline gap-x-4">
          <Badge>{words[state]}</Badge>
          <p className="figures font-semibold">{inDollars(totalCents ?? amountCents)}</p>
        </div>
      </div>
      {order.paidOn && (
        <details className="mt-1 max-w-md">
          <summary className="label inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            Receipt<span className="sr-only"> for {name}</span>
          </summary>
          <dl className="figures mb-2 text-small">
            {rows.map(([title, cents]) => (
              <Line key={title} title={title} value={signed(cents)} />
            ))}
            <Line title="Charged" value={inDollars(totalCents ?? amountCents)} />
            {refundedCents > 0 && <Line title="Refunded" value={signed(-refundedCents)} />}
            <Line title="Paid on" value={order.paidOn} />
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
