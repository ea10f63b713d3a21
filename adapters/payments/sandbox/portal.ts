import type Stripe from "stripe"
import { z } from "zod"
import { type Accepted, defineCall } from "./call.ts"
import { getCustomer } from "./customers.ts"
import { newId } from "./new-id.ts"
import { address, text } from "./params.ts"
import { find, save } from "./store.ts"
import type { PortalSession } from "./types/billing.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** Seconds that a link to a portal is valid. */
const linkSeconds = 3600

/** The portal session for a link, or null if there is none or it has expired. */
export async function findPortal(work: UnitOfWork, id: string): Promise<PortalSession | null> {
  const found = await find<PortalSession>(work, "billing_portal.session", id)
  return found && found.data.created + linkSeconds > work.at ? found.data : null
}

const shape = z.strictObject({
  customer: text(),
  return_url: address.optional(),
} satisfies Accepted<Stripe.BillingPortal.SessionCreateParams>)

/** Creates a customer's link to the portal. */
async function createPortal(work: UnitOfWork, given: z.output<typeof shape>): Promise<PortalSession> {
  const customer = await getCustomer(work, given.customer, "customer")
  const id = newId("bps", 48)
  return await save<PortalSession>(work, {
    id,
    object: "billing_portal.session",
    created: work.at,
    customer: customer.id,
    livemode: false,
    return_url: given.return_url ?? null,
    url: `${work.pagesUrl}/portal/${id}`,
  })
}

export const portalCalls = [
  defineCall({ method: "POST", path: "/v1/billing_portal/sessions", shape, answer: createPortal }),
]
