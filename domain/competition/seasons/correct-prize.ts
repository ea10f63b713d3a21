import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { Address } from "./address.ts"
import { mailAddressCorrected, mailClaimMoved, mailTrackingCorrected } from "./mails.ts"

/** The latest day to which a claim is extended, counted from now. */
const mostDays = 90

interface Held {
  status: string
  claimUntil: Date
  address: Address | null
  tracking: string | null
}

/** Locks a prize that is not withdrawn. Its account is known, so that its winner can be told. */
async function lockPrize({ db }: World, prizeId: number): Promise<Held | undefined> {
  const [prize] = await db.sql<Held>`
    select status, claim_until as "claimUntil", address, tracking from prizes
    where id = ${prizeId} and status <> 'withdrawn' and athlete_id is not null for update
  `
  return prize
}

/**
 * Moves the time until which a prize can be claimed, and tells its winner. Run in a transaction. Errors:
 * `unknown_prize`; `not_waiting` (it is claimed or shipped); `past`; `too_far` (more than 90 days ahead); `unchanged`.
 */
export async function moveClaim(
  world: World,
  { prizeId, until }: { prizeId: number; until: Date },
): Promise<{ ok: true } | Refusal<"unknown_prize" | "not_waiting" | "past" | "too_far" | "unchanged">> {
  const prize = await lockPrize(world, prizeId)
  if (!prize) return { ok: false, code: "unknown_prize" }
  if (prize.status !== "awarded") return { ok: false, code: "not_waiting" }
  const ahead = until.getTime() - world.now().getTime()
  if (ahead <= 0) return { ok: false, code: "past" }
  if (ahead > mostDays * 86_400_000) return { ok: false, code: "too_far" }
  if (until.getTime() === prize.claimUntil.getTime()) return { ok: false, code: "unchanged" }
  await world.db.sql`update prizes set claim_until = ${until} where id = ${prizeId}`
  await mailClaimMoved(world, prizeId)
  return { ok: true }
}

/**
 * Corrects where a claimed prize is sent, and tells its winner. Run in a transaction. Errors: `unknown_prize`;
 * `not_claimed`; `already_shipped`; `unchanged`.
 */
export async function correctAddress(
  world: World,
  { prizeId, address }: { prizeId: number; address: Address },
): Promise<{ ok: true } | Refusal<"unknown_prize" | "not_claimed" | "already_shipped" | "unchanged">> {
  const { db } = world
  const prize = await lockPrize(world, prizeId)
  if (!prize) return { ok: false, code: "unknown_prize" }
  if (prize.status === "shipped") return { ok: false, code: "already_shipped" }
  if (!prize.address) return { ok: false, code: "not_claimed" }
  const [changed] = await db.sql`
    update prizes set address = ${db.sql.json(address)}
    where id = ${prizeId} and address is distinct from ${db.sql.json(address)}::jsonb returning id
  `
  if (!changed) return { ok: false, code: "unchanged" }
  await mailAddressCorrected(world, prizeId, address)
  return { ok: true }
}

/**
 * Corrects the tracking number of a shipped prize, and tells its winner. Run in a transaction. Errors:
 * `unknown_prize`; `not_shipped`; `unchanged`.
 */
export async function correctTracking(
  world: World,
  { prizeId, tracking }: { prizeId: number; tracking: string | null },
): Promise<{ ok: true } | Refusal<"unknown_prize" | "not_shipped" | "unchanged">> {
  const prize = await lockPrize(world, prizeId)
  if (!prize) return { ok: false, code: "unknown_prize" }
  if (prize.status !== "shipped") return { ok: false, code: "not_shipped" }
  if (prize.tracking === tracking) return { ok: false, code: "unchanged" }
  await world.db.sql`update prizes set tracking = ${tracking} where id = ${prizeId}`
  await mailTrackingCorrected(world, prizeId, tracking)
  return { ok: true }
}
