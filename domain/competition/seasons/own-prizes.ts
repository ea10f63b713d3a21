import { dayInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { Day } from "#primitives/zones.ts"
import type { Address } from "./address.ts"

/** A prize as its winner sees it. */
export interface OwnPrize {
  id: number
  place: number
  /** The title of the race of teams whose prize it is; null: for a place in the season. */
  team: string | null
  title: string
  /** `late`: the time to claim it has ended. */
  state: "waiting" | "late" | "claimed" | "shipped" | "withdrawn"
  /** Of its season: "Two-week race". */
  race: string
  from: Day
  to: Day
  shippingCents: number
  shippingPaid: boolean
  /** The last day to claim it, in words, on the site's clock. */
  claimBy: string
  address: Address | null
  tracking: string | null
  withdrawnBecause: "disqualified" | "declined" | "unclaimed" | "reordered" | "erased" | null
  /** An operator's reason for a disqualification. */
  withdrawnReason: string | null
}

/** All prizes of an account, the latest first. */
export async function prizesOf(world: World, userId: string): Promise<OwnPrize[]> {
  const rows = await world.db.sql<
    Omit<OwnPrize, "state" | "claimBy"> & { status: string; claimUntil: Date; late: boolean }
  >`
    select p.id::float8 as id, p.place::integer as place, r.title as team, p.title, p.status, x.name as race, s.from_on::text as "from",
      s.to_on::text as "to", p.shipping_cents as "shippingCents", p.shipping_paid_at is not null as "shippingPaid",
      p.claim_until as "claimUntil", p.claim_until < ${world.now()} as late, p.address, p.tracking,
      p.withdrawn_because as "withdrawnBecause", p.withdrawn_reason as "withdrawnReason"
    from prizes p
    join athletes a on a.id = p.athlete_id
    join seasons s on s.id = p.season_id
    join series x on x.slug = s.series
    left join races r on r.id = p.race_id
    where a.user_id = ${userId}
    order by p.awarded_at desc, p.id desc
  `
  return rows.map(({ status, late, claimUntil, ...prize }) => ({
    ...prize,
    state: status === "awarded" ? (late ? "late" : "waiting") : (status as OwnPrize["state"]),
    claimBy: dayInWords(claimUntil),
  }))
}
