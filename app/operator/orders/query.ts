import { z } from "zod"
import { orderStates } from "#domain/shop/books.ts"
import type { OrderState } from "#domain/shop/contract.ts"
import { fulfillments } from "#domain/shop/fulfillment.ts"
import { type OrderFilter, pageOfOrders } from "#domain/shop/order-page.ts"
import type { World } from "#domain/world.ts"
import { type ListAddress, orderOf, readAddress } from "../list/address.ts"
import { columns } from "./columns.ts"
import { type OrderRow, toRow } from "./rows.ts"

const shape = z.object({
  state: z.enum(["all", ...orderStates] as ["all", ...OrderState[]]).exactOptional(),
  kind: z.enum(["service", "donation", "shipping"]).exactOptional(),
  fulfillment: z.enum(fulfillments).exactOptional(),
  search: z.string().max(100).exactOptional(),
})

type OrdersAddress = ListAddress<z.infer<typeof shape>>

export function readOrdersAddress(request: Request): OrdersAddress {
  return readAddress(request, shape, columns)
}

const orders = ["created", "total", "product", "buyer"] as const

/** One page of the orders, for the parameters in the address. */
export function readOrders(world: World, address: OrdersAddress, window: { limit: number; offset: number }) {
  const filter: OrderFilter = { state: "booked", ...address.filter }
  return pageOfOrders(world.db, filter, { ...window, order: orderOf(address, orders) })
}

/** The same as plain text. */
export async function readOrderRows(
  world: World,
  address: OrdersAddress,
  window: { limit: number; offset: number },
): Promise<{ rows: OrderRow[]; total: number }> {
  const { rows, total } = await readOrders(world, address, window)
  return { rows: rows.map(toRow), total }
}
