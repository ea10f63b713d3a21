import { randomBytes } from "node:crypto"
import { z } from "zod"
import { tell } from "./events.ts"
import { missing } from "./fault.ts"
import { newId } from "./ids.ts"
import { mergeMetadata, metadata } from "./params.ts"
import type { Customer } from "./shapes.ts"
import { keep, must } from "./store.ts"
import type { Work } from "./work.ts"

/** What may be told of a customer. */
export const customerFields = {
  email: z.union([z.literal(""), z.email("Invalid email address").max(512)]).optional(),
  name: z.string().max(256).optional(),
  phone: z.string().max(50).optional(),
  description: z.string().max(5000).optional(),
  metadata: metadata.optional(),
}

type Fields = z.output<z.ZodObject<typeof customerFields>>

/** A new customer; the event customer.created. */
export async function createCustomer(work: Work, given: Fields): Promise<Customer> {
  const customer = await keep<Customer>(work, {
    id: newId("cus", 14),
    object: "customer",
    created: work.at,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    email: given.email || null,
    name: given.name || null,
    phone: given.phone || null,
    description: given.description || null,
    address: null,
    shipping: null,
    balance: 0,
    currency: null,
    delinquent: false,
    default_source: null,
    invoice_prefix: randomBytes(4).toString("hex").toUpperCase(),
    invoice_settings: { default_payment_method: null },
    preferred_locales: [],
    tax_exempt: "none",
  })
  await tell(work, "customer.created", customer)
  return customer
}

/** The customer; refused when there is none or it was deleted. `param` names the parameter that holds the id. */
export async function mustCustomer(work: Work, id: string, param?: string): Promise<Customer> {
  const { data, hidden } = await must<Customer, { deleted?: true }>(work, "customer", id, param)
  if (hidden.deleted) throw missing("customer", id, param)
  return data
}
