import type { Column } from "../list/column.ts"
import type { OrderRow } from "./rows.ts"

export const columns: readonly Column<OrderRow>[] = [
  { id: "number", title: "Order", value: (row) => row.number },
  { id: "created", short: true, title: "When", value: (row) => row.created, sortable: true },
  { id: "product", title: "Product", value: (row) => row.product, sortable: true },
  { id: "name", title: "Name", value: (row) => row.buyer },
  { id: "buyer", title: "Email", value: (row) => row.email, sortable: true },
  { id: "total", title: "Total", value: (row) => row.total, numeric: true, sortable: true },
  { id: "refunded", title: "Refunded", value: (row) => row.refunded, numeric: true },
  { id: "state", title: "State", value: (row) => row.state },
  { id: "fulfillment", title: "Delivery", value: (row) => row.fulfillment },
]
