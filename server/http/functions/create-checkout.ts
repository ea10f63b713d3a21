import { z } from "zod"
import { inDollars } from "#content/amounts.ts"
import { messages } from "#content/messages.ts"
import { type Found, findSellable, priceInWords } from "#domain/shop/catalog.ts"
import { startCheckout } from "#domain/shop/checkout.ts"
import { type FunctionResult, jsonFunction } from "./function.ts"
import { memberOf } from "./member-function.ts"

const shape = z.object({
  productName: z.string("must be text").trim().min(1, "must not be empty").max(120),
  price: z.number("must be a number of US dollars, such as 14.99").positive("must be greater than zero"),
  mode: z.enum(["payment", "subscription"], "must be payment or subscription"),
  key: z.uuid("must be a UUID").optional(),
  agreed: z.literal(true, "must be true, or left out").optional(),
})

/**
 * Opens a checkout page: `{ productName, price, mode, key?, agreed? }` -> `{ url }`. Products are identified by name:
 * the seven services, and gifts as "Donation" (mode payment, 25, 50, 100 or any amount from 1 to 10000) and "Monthly
 * Donation" (mode subscription, 15, 25 or 50). Name, price and mode must match the server's catalog. `key` is a UUID
 * created per click and sent again with every retry, so that one click creates one order. `agreed` states that the
 * buyer of a subscription has ticked the box on the page; its text and the time are stored with the order. Anybody may
 * buy; members find the order on their account page. A caller whose session has ended, or lacks its second factor, buys
 * as a guest.
 */
export const createCheckout = jsonFunction(shape, async (world, asked, caller): Promise<FunctionResult> => {
  const found = findSellable(asked)
  if (!found.ok) return mismatch(found)
  const member = caller.userId === null ? null : await memberOf(world, caller)
  const account = member?.ok ? await world.accounts.find(world.db, member.value.userId) : null
  const key = `click:${asked.key ?? crypto.randomUUID()}`
  const started = await startCheckout(world, {
    item: found.item,
    account,
    key,
    agreed: asked.agreed === true,
  })
  if (started.ok) return { ok: true, value: { url: started.url } }
  return { ok: false, code: started.code, ...checkoutRefusals[started.code] }
})

/** Messages for callers of the API; the site shows its own sentence. */
const checkoutRefusals = {
  payments_off: { message: "Payments are not available right now.", status: 503 },
  payment_service_failed: { message: messages.checkout_failed, status: 502 },
  key_reused: {
    message: "key: was used for another purchase; create a new one for every click",
    status: 409,
  },
  already_paid: { message: "This purchase has already been paid.", status: 409 },
  checkout_over: { message: "This checkout has expired. Start a new one.", status: 409 },
} as const

function mismatch(found: Extract<Found, { ok: false }>): FunctionResult {
  const { code } = found
  if (code === "unknown_product")
    return { ok: false, code, message: "productName: there is no product with this name", status: 404 }
  if (code === "amount_out_of_range")
    return {
      ok: false,
      code,
      message: `price: must be a whole number of cents from ${inDollars(found.minCents)} to ${inDollars(found.maxCents)}`,
      status: 400,
    }
  const { name, mode } = found
  if (code === "mode_mismatch")
    return { ok: false, code, message: `mode: ${name} is sold in mode ${mode}`, status: 409 }
  const prices = found.amounts.map((amountCents) => priceInWords({ mode, amountCents })).join(", ")
  return { ok: false, code, message: `price: ${name} costs ${prices}. Reload the page.`, status: 409 }
}
