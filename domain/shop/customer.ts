import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Payments } from "#ports/payments.ts"

/**
 * Returns the account's customer at the payment service, creating it if necessary. `instead`: a customer that the service
 * no longer knows (deleted there, or from another installation), to be replaced with a new one.
 */
export async function customerOf(
  world: World,
  payments: Payments,
  account: Account,
  { instead }: { instead?: string } = {},
): Promise<{ ok: true; customerId: string } | { ok: false; message: string }> {
  const kept = await customerKept(world, account.id)
  if (kept && kept !== instead) return { ok: true, customerId: kept }
  const made = await payments.createCustomer({
    userId: account.id,
    email: account.email,
    name: account.fullName,
    // Concurrent clicks create one customer; the id of a lost customer is part of the key, so that it is not returned again.
    key: `customer:${account.id}:${instead ?? "first"}`,
  })
  if (!made.ok) return { ok: false, message: made.message }
  await world.db.sql`
    insert into private.payment_customers (user_id, customer_id, created_at)
    values (${account.id}, ${made.value.id}, ${world.now()})
    on conflict (user_id) do update set customer_id = excluded.customer_id
  `
  return { ok: true, customerId: made.value.id }
}

/** Null when the account has never bought anything. */
export async function customerKept(world: World, userId: string): Promise<string | null> {
  const [row] = await world.db.sql<{ customer_id: string }>`
    select customer_id from private.payment_customers where user_id = ${userId}
  `
  return row?.customer_id ?? null
}
