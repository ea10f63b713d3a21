import { z } from "zod"
import { defineCall } from "./call.ts"
import { mustCustomer } from "./customers.ts"
import { newId } from "./ids.ts"
import { address, text } from "./params.ts"
import type { PortalSession } from "./shapes.ts"
import { keep, open } from "./store.ts"
import type { Work } from "./work.ts"

/** How long the link to somebody's portal is good for, in seconds; an hour, as the service's while it is used. */
const linkSeconds = 3600

/** The portal's session behind a link, or null when there is none or its time is over. */
export async function openPortal(work: Work, secret: string): Promise<PortalSession | null> {
  const kept = await open<PortalSession>(work, "billing_portal.session", secret)
  return kept && kept.data.created + linkSeconds > work.at ? kept.data : null
}

const shape = z.strictObject({
  customer: text(),
  return_url: address.optional(),
  configuration: text().optional(),
  locale: text(10).optional(),
})

/** A link to the portal of a customer. */
export async function makePortal(work: Work, given: z.output<typeof shape>): Promise<PortalSession> {
  const customer = await mustCustomer(work, given.customer, "customer")
  const id = newId("bps", 48)
  return await keep<PortalSession>(work, {
    id,
    object: "billing_portal.session",
    created: work.at,
    configuration: given.configuration ?? "bpc_sandbox",
    customer: customer.id,
    flow: null,
    livemode: false,
    locale: given.locale ?? null,
    on_behalf_of: null,
    return_url: given.return_url ?? null,
    url: `${work.pagesUrl}/portal/${id}`,
  })
}

export const portalCalls = [
  defineCall({ method: "POST", path: "/v1/billing_portal/sessions", shape, answer: makePortal }),
]
