/** The forms of the commands about orders. */

import { click, coaching, press, starterKit } from "#test/support/shop.ts"
import { type Sent, shop } from "./desks.ts"

export async function bought(item = starterKit): Promise<string> {
  const { orderId, url } = await click(shop, item)
  await press(shop, url, "pay")
  await shop.deliver()
  await shop.settle()
  return orderId
}

export const ordersForms: readonly Sent[] = [
  {
    command: "order.refund",
    form: async () => {
      const id = await bought()
      return [`/orders/${id}`, "Refund…", { amount: "9" }]
    },
    confirm: "Refund $9",
  },
  {
    command: "order.cancel",
    form: async () => [`/orders/${await bought(coaching)}`, "End the subscription after this month"],
  },
  { command: "order.receipt", form: async () => [`/orders/${await bought()}`, "Send the receipt again"] },
  { command: "order.fulfill", form: async () => [`/orders/${await bought()}`, "Done"] },
  {
    command: "order.note",
    form: async () => [`/orders/${await bought()}`, "Keep", { text: "Starts in May." }],
  },
]
