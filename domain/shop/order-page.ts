import { site } from "#content/site.ts"
import type { Db, Query } from "#ports/db.ts"
import { type BookedOrder, booked } from "./books.ts"
import type { OrderKind, OrderState } from "./contract.ts"
import type { Fulfillment } from "./fulfillment.ts"

export interface OrderFilter {
  /** `booked`: whatever was paid once, refunded and disputed orders included. */
  state: OrderState | "booked" | "all"
  kind?: OrderKind
  fulfillment?: Fulfillment
  /** A part of the address or the name, or the beginning of the order number. */
  search?: string
}

interface Window {
  limit: number
  offset: number
  order?: { column: "created" | "total" | "product" | "buyer"; descending: boolean } | null
}

/** One page of the orders, the newest first unless an order is given. */
export async function pageOfOrders(
  db: Db,
  filter: OrderFilter,
  { limit, offset, order = null }: Window,
): Promise<{ rows: BookedOrder[]; total: number }> {
  const { sql } = db
  const matching = conditionOf(db, filter)
  const counted = await sql<{ n: number }>`select count(*)::integer as n from orders o where ${matching}`
  const [count] = counted as [{ n: number }]
  const columns = {
    created: sql`o.created_at`,
    total: sql`coalesce(o.total_cents, o.amount_cents)`,
    product: sql`lower(o.name)`,
    buyer: sql`o.email`,
  }
  const first = order
    ? sql`${columns[order.column]} ${order.descending ? sql`desc` : sql`asc`} nulls last,`
    : sql``
  const rows = await sql<BookedOrder>`
    ${booked(db)} where ${matching} order by ${first} o.created_at desc, o.id limit ${limit} offset ${offset}
  `
  return { rows, total: count.n }
}

function conditionOf(
  { sql }: Db,
  { state, kind, fulfillment, search }: OrderFilter,
): Query<Record<string, unknown>> {
  const escaped = search?.trim().replace(/[\\%_]/g, "\\$&") ?? null
  const states = {
    all: sql`true`,
    booked: sql`o.state in ('paid', 'refunded', 'disputed')`,
  }
  return sql`
    ${state === "all" || state === "booked" ? states[state] : sql`o.state = ${state}`}
    and (${kind ?? null}::text is null or o.kind = ${kind ?? null})
    and (${fulfillment ?? null}::text is null or o.fulfillment = ${fulfillment ?? null})
    and (
      ${escaped}::text is null or o.email ilike ${`%${escaped}%`} or o.payer_name ilike ${`%${escaped}%`}
      or o.id::text ilike ${`${escaped}%`}
    )
  `
}

/** What was earned with one product in one month. Amounts are whole US cents. */
interface Revenue {
  /** "2026-11", in the site's time zone. */
  month: string
  name: string
  orders: number
  grossCents: number
  taxCents: number
  refundedCents: number
  /** Test mode: no real money. */
  test: boolean
}

/** Paid orders by the month of their payment and by product, the latest month first; refunds count in the month of the order. */
export function revenueByMonth(db: Db): PromiseLike<Revenue[]> {
  return db.sql<Revenue>`
    select to_char(paid_at at time zone ${site.timeZone}, 'YYYY-MM') as month, name, test, count(*)::integer as orders,
      sum(coalesce(total_cents, amount_cents))::float8 as "grossCents", sum(coalesce(tax_cents, 0))::float8 as "taxCents",
      sum(refunded_cents)::float8 as "refundedCents"
    from orders where paid_at is not null
    group by 1, 2, 3 order by 1 desc, 5 desc, 2
  `
}
