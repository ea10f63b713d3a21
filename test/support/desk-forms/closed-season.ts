/** A season that has closed, with a winner and a prize, for the forms about them. */

import { addAthlete } from "#test/support/competition.ts"
import { closeWith, seasonNamed } from "#test/support/seasons.ts"
import { made, shop } from "./desks.ts"

export const season = "fortnightly-2026-11-09"
export const seasonPage = `/seasons/${season}`

/** As before its end. */
export async function reopenSeason() {
  const { sql } = shop.world.db
  await sql`delete from prizes`
  await sql`delete from season_results`
  await sql`delete from private.season_prizes`
  await sql`update seasons set closed_at = null, settled_at = null where slug = ${season}`
  await sql`update boards set closed_at = null where season_id = (select id from seasons where slug = ${season})`
}

/** An athlete in first place of the closed season. */
export async function placed(): Promise<number> {
  await reopenSeason()
  const athlete = await addAthlete(shop.world, {
    name: `Winner ${++made.n}`,
    email: `winner-${made.n}@example.com`,
  })
  await shop.world.db
    .sql`update auth.users set created_at = now(), updated_at = now() where created_at is null`
  await closeWith(shop.world.db, {
    season: await seasonNamed(shop.world.db, season),
    at: shop.world.now(),
    lines: [{ athlete, rank: 1, verdict: "eligible" }],
  })
  return athlete
}

/** The prize of the season, in this state. */
export async function prize(status: "awarded" | "claimed" | "shipped"): Promise<number> {
  const athlete = await placed()
  const address = {
    name: "Ada",
    line1: "1 Main St",
    city: "Austin",
    region: "TX",
    postalCode: "78701",
    country: "US",
  }
  const [row] = await shop.world.db.sql<{ id: number }>`
    insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until, claimed_at,
      address, shipped_at)
    select id, 1, 'Shoes', ${athlete}, ${status}, 0, now(), ${new Date("2026-12-04")}, now(),
      ${status === "awarded" ? null : shop.world.db.sql.json(address)}, case when ${status} = 'shipped' then now() end
    from seasons where slug = ${season} returning id::float8 as id`
  return row?.id ?? 0
}
