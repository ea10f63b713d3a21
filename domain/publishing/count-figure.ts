import { grouped, inDollars } from "#content/amounts.ts"
import { donation } from "#content/donation.ts"
import type { Counted } from "#content/words/figures.ts"
import type { World } from "#domain/world.ts"

/** How far back somebody is called active, and how long a week of miles is, in days. */
const activeDays = 28
const weekDays = 7
const metersPerMile = 1609.344

/**
 * A figure of the community, counted now. Without sample athletes, test payments, and training from services whose terms
 * forbid to show it to everybody.
 */
export async function countFigure(world: Pick<World, "db" | "now">, what: Counted): Promise<string> {
  const n = await counts[what](world)
  return what === "raised" || what === "research" ? inDollars(Math.floor(n / 100) * 100) : grouped(n)
}

const counts: Record<Counted, (world: Pick<World, "db" | "now">) => Promise<number>> = {
  async members({ db, now }) {
    const [row] = await db.sql<{ n: number }>`
      select count(distinct d.athlete_id)::integer as n from athlete_days d join athletes a on a.id = d.athlete_id
      where d.active and not d.restricted and not a.demo and d.local_on > ${now()}::timestamptz - make_interval(days => ${activeDays})`
    return row?.n ?? 0
  },
  async miles({ db, now }) {
    const [row] = await db.sql<{ m: number }>`
      select coalesce(sum(d.distance_m), 0)::float8 as m from athlete_days d join athletes a on a.id = d.athlete_id
      where not d.restricted and not a.demo and d.local_on > ${now()}::timestamptz - make_interval(days => ${weekDays})`
    return Math.round((row?.m ?? 0) / metersPerMile)
  },
  async events({ db, now }) {
    const [row] = await db.sql<{ n: number }>`
      select count(*)::integer as n from event_occurrences
      where called_off_at is null and taken > 0 and starts_at <= ${now()}
        and starts_at >= date_trunc('year', ${now()}::timestamptz)`
    return row?.n ?? 0
  },
  raised,
  async research(world) {
    return ((await raised(world)) * donation.split[0].percent) / 100
  },
}

/** Donations that stayed, in US cents. */
async function raised({ db }: Pick<World, "db">): Promise<number> {
  const [row] = await db.sql<{ cents: number }>`
    select coalesce(sum(coalesce(total_cents, amount_cents) - refunded_cents), 0)::float8 as cents
    from orders where kind = 'donation' and state = 'paid' and not test`
  return row?.cents ?? 0
}
