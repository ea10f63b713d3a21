import { revenueByMonth } from "#domain/shop/order-page.ts"
import { enter, type RouteArgs } from "../enter.ts"
import type { Column } from "../list/column.ts"
import { csvResponse } from "../list/csv.ts"

type Row = Awaited<ReturnType<typeof revenueByMonth>>[number]

const dollars = (cents: number) => (cents / 100).toFixed(2)

const columns: readonly Column<Row>[] = [
  { id: "month", title: "Month", value: (row) => row.month },
  { id: "product", title: "Product", value: (row) => row.name },
  { id: "test", title: "Test", value: (row) => (row.test ? "yes" : "no") },
  { id: "orders", title: "Orders", value: (row) => row.orders },
  { id: "gross", title: "Gross, USD", value: (row) => dollars(row.grossCents) },
  { id: "tax", title: "Tax included, USD", value: (row) => dollars(row.taxCents) },
  { id: "refunded", title: "Refunded, USD", value: (row) => dollars(row.refundedCents) },
]

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/orders")
  return csvResponse("revenue", columns, await revenueByMonth(world.db))
}
