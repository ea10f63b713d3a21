import { countryCodes } from "#content/countries.ts"
import type { World } from "#domain/world.ts"
import type { Address } from "./address.ts"
import { mailShipped } from "./mails.ts"
import { refundShipping } from "./refund-shipping.ts"

/**
 * Stores the winner's shipping address for the prize. It can be changed until the prize is shipped. Errors:
 * `unknown_prize` (not theirs, or withdrawn), `too_late` (the claim period is over), `already_shipped`,
 * `unknown_country` (not in `countryCodes`; the country stored with the prize stays valid).
 */
export async function claim(
  world: World,
  {
    userId,
    prizeId,
    address,
    consentText,
  }: { userId: string; prizeId: number; address: Address; consentText: string },
): Promise<
  | { ok: true; title: string; shippingCents: number }
  | { ok: false; code: "unknown_prize" | "too_late" | "already_shipped" | "unknown_country" }
> {
  return world.db.transaction(async ({ sql }) => {
    const [prize] = await sql<{
      status: string
      title: string
      claim_until: Date
      shipping_cents: number
      paid: boolean
      country: string | null
    }>`
      select p.address ->> 'country' as country, p.status, p.title, p.claim_until, p.shipping_cents, p.shipping_paid_at is not null as paid
      from prizes p join athletes a on a.id = p.athlete_id
      where p.id = ${prizeId} and a.user_id = ${userId} and p.status <> 'withdrawn'
      for update of p
    `
    if (!prize) return { ok: false, code: "unknown_prize" }
    if (prize.status === "shipped") return { ok: false, code: "already_shipped" }
    if (prize.status === "awarded" && world.now() > prize.claim_until) return { ok: false, code: "too_late" }
    if (!countryCodes.includes(address.country) && address.country !== prize.country)
      return { ok: false, code: "unknown_country" }
    await sql`
      update prizes set status = 'claimed', claimed_at = coalesce(claimed_at, ${world.now()}),
        address = ${sql.json(address)}, consent_text = ${consentText}
      where id = ${prizeId}
    `
    return { ok: true, title: prize.title, shippingCents: prize.paid ? 0 : prize.shipping_cents }
  })
}

/** The member's claimed prize that is awaiting payment of its shipping, or null. */
export async function unpaidShipping(
  world: World,
  { userId, prizeId }: { userId: string; prizeId: number },
): Promise<{ title: string; shippingCents: number } | null> {
  const [prize] = await world.db.sql<{ title: string; shippingCents: number }>`
    select p.title, p.shipping_cents as "shippingCents" from prizes p join athletes a on a.id = p.athlete_id
    where p.id = ${prizeId} and a.user_id = ${userId} and p.status = 'claimed' and p.shipping_cents > 0
      and p.shipping_paid_at is null
  `
  return prize ?? null
}

/**
 * Marks the shipping as paid. Idempotent. Returns false for a prize that is not awaiting payment: the shop refunds a
 * payment for a prize that has since gone to someone else, and a duplicate payment.
 */
export async function shippingPaid(world: World, prizeId: number, order: string): Promise<boolean> {
  const [row] = await world.db.sql`
    update prizes set shipping_paid_at = coalesce(shipping_paid_at, ${world.now()}), shipping_order = ${order}
    where id = ${prizeId} and status = 'claimed' and coalesce(shipping_order, ${order}) = ${order}
    returning id
  `
  if (row) return true
  const [same] = await world.db.sql`select from prizes where id = ${prizeId} and shipping_order = ${order}`
  if (!same) await refundShipping(world, order)
  return false
}

/**
 * Marks a prize as shipped and notifies the winner. Idempotent. Errors: `unknown_prize`, `not_claimed`,
 * `shipping_not_paid`.
 */
export async function ship(
  world: World,
  { prizeId, tracking }: { prizeId: number; tracking: string | null },
): Promise<
  { ok: true; athlete: string } | { ok: false; code: "unknown_prize" | "not_claimed" | "shipping_not_paid" }
> {
  return world.db.transaction(async (db) => {
    const [prize] = await db.sql<{
      status: string
      name: string
      unpaid: boolean
    }>`
      select p.status, a.display_name as name, p.shipping_cents > 0 and p.shipping_paid_at is null as unpaid
      from prizes p
      join athletes a on a.id = p.athlete_id
      where p.id = ${prizeId} and p.status <> 'withdrawn'
      for update of p
    `
    if (!prize) return { ok: false, code: "unknown_prize" }
    if (prize.status === "shipped") return { ok: true, athlete: prize.name }
    if (prize.status !== "claimed") return { ok: false, code: "not_claimed" }
    if (prize.unpaid) return { ok: false, code: "shipping_not_paid" }
    await db.sql`
      update prizes set status = 'shipped', shipped_at = ${world.now()}, tracking = ${tracking} where id = ${prizeId}
    `
    await mailShipped({ ...world, db }, prizeId, tracking)
    return { ok: true, athlete: prize.name }
  })
}
