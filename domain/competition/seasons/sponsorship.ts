import { ownDates } from "#content/races.ts"
import type { Db, Sql } from "#ports/db.ts"

/** What can have a sponsor: a season, or a side race of one or with days of its own ("dates"). */
export interface Sponsored {
  season: string
  /** Names the side race; null: the season itself. */
  race: string | null
}

/** The addresses of the season and of the side race that are sponsored; `x` is the row of `private.sponsorships`. */
export const sponsoredColumns = (sql: Sql) => sql`
  coalesce(s.slug, ${ownDates}) as season, r.name as race`

/** Joins the season and the side race of a sponsorship, `x`, as `s` and `r`. */
export const sponsoredJoins = (sql: Sql) => sql`
  left join races r on r.id = x.race_id left join seasons s on s.id = coalesce(x.season_id, r.season_id)`

/** A sponsor, with the sponsorship of one season or side race. */
export interface Sponsorship {
  id: number
  sponsor: { id: number; name: string }
  /** Whether its one email is still to be sent, so that members can ask for it. */
  asks: boolean
}

/** The sponsorship of a season or side race; null if it has no sponsor. */
export async function sponsorshipOf(
  { sql }: Pick<Db, "sql">,
  { season, race }: Sponsored,
): Promise<Sponsorship | null> {
  const [row] = await sql<{ id: number; sponsorId: number; name: string; asks: boolean }>`
    select x.id, p.id as "sponsorId", p.name,
      not exists (select from newsletter_issues i where i.sponsorship_id = x.id and i.started_at is not null) as asks
    from private.sponsorships x join private.sponsors p on p.id = x.sponsor_id ${sponsoredJoins(sql)}
    where coalesce(s.slug, ${ownDates}) = ${season} and r.name is not distinct from ${race}`
  return row ? { id: row.id, sponsor: { id: row.sponsorId, name: row.name }, asks: row.asks } : null
}
