import type Stripe from "stripe"
import { z } from "zod"
import { missing } from "./api-error.ts"
import { type Accepted, defineCall } from "./call.ts"
import { emit } from "./events.ts"
import { newId } from "./new-id.ts"
import { listing, mergeMetadata, metadata, text } from "./params.ts"
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

/** The customer; refused when there is none or it was deleted. `param` names the parameter that holds the id. */
export async function getCustomer(work: UnitOfWork, id: string, param?: string): Promise<Customer> {
  const { data, hidden } = await get<Customer, { deleted?: true }>(work, "customer", id, param)
  if (hidden.deleted) throw missing("customer", id, param)
  return data
}

async function updateCustomer(work: UnitOfWork, given: Fields, id: string): Promise<Customer> {
  const before = await getCustomer(work, id)
  const customer = await save<Customer>(work, {
    ...before,
    email: given.email === undefined ? before.email : given.email || null,
    name: given.name === undefined ? before.name : given.name || null,
    metadata: mergeMetadata(before.metadata, given.metadata),
  })
  const { email, name } = before
  await emit(work, "customer.updated", customer, { email, name, metadata: before.metadata })
  return customer
}

/** As Stripe does: ends the customer's subscriptions at once, erases the person and keeps the id. */
async function deleteCustomer(work: UnitOfWork, id: string) {
  const customer = await getCustomer(work, id)
  const { data: subscriptions } = await list<Subscription>(work, "subscription", "", {
    listing: { limit: 100 },
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
    method: "GET",
    path: "/v1/customers",
    shape: z.strictObject({
      ...listing,
      email: text().optional(),
    } satisfies Accepted<Stripe.CustomerListParams>),
    answer: (work, { email, ...listing }) =>
      list<Customer>(work, "customer", "/v1/customers", { listing, fields: { email } }),
  }),
  defineCall({
    method: "GET",
    path: "/v1/customers/:id",
    shape: z.strictObject({}),
    answer: (work, _params, id) => getCustomer(work, id),
  }),
  defineCall({ method: "POST", path: "/v1/customers/:id", shape, answer: updateCustomer }),
  defineCall({
    method: "DELETE",
    path: "/v1/customers/:id",
    shape: z.strictObject({}),
    answer: (work, _params, id) => deleteCustomer(work, id),
  }),
]
