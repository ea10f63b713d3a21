import { z } from "zod"
import { orderStates } from "#domain/shop/books.ts"
import type { OrderState } from "#domain/shop/contract.ts"
import { fulfillments } from "#domain/shop/fulfillment.ts"
import { type OrderFilter, pageOfOrders } from "#domain/shop/order-page.ts"
import type { World } from "#domain/world.ts"
import { type ListAddress, readAddress } from "../list/address.ts"
import { columnIds } from "./columns.ts"

const shape = z.object({
  state: z.enum(["all", ...orderStates] as ["all", ...OrderState[]]).optional(),
  kind: z.enum(["service", "donation", "shipping"]).optional(),
  fulfillment: z.enum(fulfillments).optional(),
  search: z.string().max(100).optional(),
})

type OrdersAddress = ListAddress<z.infer<typeof shape>>

export function readOrdersAddress(request: Request): OrdersAddress {
  return readAddress(request, shape, columnIds)
}

const orders = ["created", "total", "product", "buyer"] as const

/** One page of the orders, for the parameters in the address. */
export function readOrders(world: World, address: OrdersAddress, window: { limit: number; offset: number }) {
  const { state = "booked", kind, fulfillment, search } = address.filter
  const filter: OrderFilter = {
    state,
    ...(kind ? { kind } : {}),
    ...(fulfillment ? { fulfillment } : {}),
    ...(search ? { search } : {}),
  }
  const column = orders.find((one) => one === address.sort?.column)
  const order = column && address.sort ? { column, descending: address.sort.descending } : null
  return pageOfOrders(world.db, filter, { ...window, order })
}
