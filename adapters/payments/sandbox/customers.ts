import type Stripe from "stripe"
import { z } from "zod"
import { missing } from "./api-error.ts"
import { type Accepted, defineCall } from "./call.ts"
import { emit } from "./events.ts"
import { newId } from "./new-id.ts"
import { mergeMetadata, metadata } from "./params.ts"
import { get, list, save } from "./store.ts"
import { endSubscription } from "./subscriptions.ts"
import type { Subscription } from "./types/billing.ts"
import type { Customer } from "./types/payments.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

const shape = z.strictObject({
  email: z.union([z.literal(""), z.email("Invalid email address").max(512)]).optional(),
  name: z.string().max(256).optional(),
  metadata: metadata.optional(),
} satisfies Accepted<Stripe.CustomerCreateParams>)

type Fields = z.output<typeof shape>

/** Creates a customer, with the event customer.created. */
export async function createCustomer(work: UnitOfWork, given: Fields): Promise<Customer> {
  const customer = await save<Customer>(work, {
    id: newId("cus", 14),
    object: "customer",
    created: work.at,
    livemode: false,
    metadata: mergeMetadata({}, given.metadata),
    email: given.email || null,
    name: given.name || null,
  })
  await emit(work, "customer.created", customer)
  return customer
}

/** The customer; refused if it does not exist or was deleted. `param` names the parameter that contains the id. */
export async function getCustomer(work: UnitOfWork, id: string, param?: string): Promise<Customer> {
  const { data, hidden } = await get<Customer, { deleted?: true }>(work, "customer", id, param)
  if (hidden.deleted) throw missing("customer", id, param)
  return data
}

/** As Stripe does: ends the customer's subscriptions immediately, erases personal data and keeps the id. */
async function deleteCustomer(work: UnitOfWork, id: string) {
  const customer = await getCustomer(work, id)
  const { data: subscriptions } = await list<Subscription>(work, "subscription", "", {
    limit: 100,
    fields: { customer: id },
  })
  for (const subscription of subscriptions)
    if (subscription.status !== "canceled") await endSubscription(work, subscription.id)
  await save<Customer>(work, { ...customer, email: null, name: null, metadata: {} }, { deleted: true })
  await emit(work, "customer.deleted", customer)
  return { id, object: "customer", deleted: true }
}

export const customerCalls = [
  defineCall({ method: "POST", path: "/v1/customers", shape, answer: createCustomer }),
  defineCall({
    method: "DELETE",
    path: "/v1/customers/:id",
    shape: z.strictObject({}),
    answer: (work, _params, id) => deleteCustomer(work, id),
  }),
]
