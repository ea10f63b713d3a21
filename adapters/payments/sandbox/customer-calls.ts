import { z } from "zod"
import { defineCall } from "./call.ts"
import { createCustomer, customerFields, mustCustomer } from "./customers.ts"
import { tell } from "./events.ts"
import { listing, mergeMetadata, text } from "./params.ts"
import type { Customer, Subscription } from "./shapes.ts"
import { keep, list, must } from "./store.ts"
import { endSubscription } from "./subscriptions.ts"

export const customerCalls = [
  defineCall({
    method: "POST",
    path: "/v1/customers",
    shape: z.strictObject(customerFields),
    answer: createCustomer,
  }),
  defineCall({
    method: "GET",
    path: "/v1/customers",
    shape: z.strictObject({ ...listing, email: text().optional() }),
    answer: (work, { email, ...listing }) =>
      list(work, "customer", "/v1/customers", { listing, fields: { email } }),
  }),
  defineCall({
    method: "GET",
    path: "/v1/customers/:id",
    shape: z.strictObject({}),
    async answer(work, _params, id) {
      const { data, hidden } = await must<Customer, { deleted?: true }>(work, "customer", id)
      return hidden.deleted ? { id, object: "customer", deleted: true } : data
    },
  }),
  defineCall({
    method: "POST",
    path: "/v1/customers/:id",
    shape: z.strictObject(customerFields),
    async answer(work, given, id) {
      const before = await mustCustomer(work, id)
      const changes = Object.fromEntries(
        (["email", "name", "phone", "description"] as const)
          .filter((name) => given[name] !== undefined)
          .map((name) => [name, given[name] || null]),
      )
      const customer = await keep<Customer>(work, {
        ...before,
        ...changes,
        metadata: mergeMetadata(before.metadata, given.metadata),
      })
      await tell(work, "customer.updated", customer, pick(before, Object.keys(changes)))
      return customer
    },
  }),
  defineCall({
    method: "DELETE",
    path: "/v1/customers/:id",
    shape: z.strictObject({}),
    async answer(work, _params, id) {
      const customer = await mustCustomer(work, id)
      const { data: running } = await list<Subscription>(work, "subscription", "", {
        listing: { limit: 100 },
        fields: { customer: id },
      })
      for (const one of running) {
        if (one.status !== "canceled") await endSubscription(work, one.id, "cancellation_requested")
      }
      // The service forgets the person and keeps the id.
      const emptied = { ...customer, email: null, name: null, phone: null, description: null, metadata: {} }
      await keep(work, emptied, { deleted: true })
      await tell(work, "customer.deleted", customer)
      return { id, object: "customer", deleted: true }
    },
  }),
]

function pick(from: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(from, name)]))
}
