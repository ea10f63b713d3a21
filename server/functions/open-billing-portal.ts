import { z } from "zod"
import { openMembersPortal } from "#domain/shop/portal.ts"
import { memberFunction } from "./member-function.ts"

const refusals = {
  no_customer: { message: "You have not bought anything with this account yet.", status: 404 },
  payments_off: { message: "The billing page is not available right now.", status: 503 },
  payment_service_failed: { message: "The billing page did not open. Please try again.", status: 502 },
} as const

/** The page where the signed-in member cancels, changes the card and finds invoices: {} -> { url }. */
export const openBillingPortal = memberFunction(z.object({}), async (world, _input, { userId }) => {
  const opened = await openMembersPortal(world, userId)
  return opened.ok
    ? { ok: true, value: { url: opened.url } }
    : { ok: false, code: opened.code, ...refusals[opened.code] }
})
