import { z } from "zod"
import { unpaidShipping } from "#domain/competition/seasons/prizes.ts"
import { payShipping as startPayment } from "#domain/shop/shipping.ts"
import { checkoutRefusals } from "./create-checkout.ts"
import { memberFunction } from "./member-function.ts"

/** Opens the page where a winner pays for the shipping of a claimed prize: { prizeId } -> { url }. */
export const payShipping = memberFunction(
  z.object({ prizeId: z.number().int().positive() }),
  async (world, { prizeId }, { userId }) => {
    const due = await unpaidShipping(world, { userId, prizeId })
    const account = await world.accounts.find(world.db, userId)
    if (!due || !account)
      return {
        ok: false,
        code: "unknown_prize",
        message: "You have no prize with shipping due.",
        status: 404,
      }
    const { title, shippingCents: amountCents } = due
    const started = await startPayment(world, { prizeId, title, amountCents, account })
    if (started.ok) return { ok: true, value: { url: started.url } }
    return { ok: false, code: started.code, ...checkoutRefusals[started.code] }
  },
)
