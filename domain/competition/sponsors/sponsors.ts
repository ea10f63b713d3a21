import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { freezeReport } from "../seasons/sponsor-report.ts"

/** How long a link works, in days, unless it is ended or renewed. */
const linkDays = 365

interface Sponsor {
  id: number
  name: string
  /** The path of the page for the sponsor, and when it ends; null: no link works. */
  link: { path: string; until: Date } | null
  /** The slugs of their seasons, the latest first. */
  seasons: string[]
}

/** All sponsors by name, with their links: for owners alone. */
export async function readSponsors(world: Pick<World, "db" | "now" | "sign">): Promise<Sponsor[]> {
  const rows = await world.db.sql<{
    id: number
    name: string
    madeAt: Date | null
    until: Date | null
    seasons: string[]
  }>`
    select p.id, p.name, p.link_made_at as "madeAt", p.link_until as until, array(
      select s.slug from private.sponsored_seasons x join seasons s on s.id = x.season_id
      where x.sponsor_id = p.id order by s.opens_at desc, s.slug
    ) as seasons
    from private.sponsors p order by lower(p.name)`
  return rows.map(({ id, name, madeAt, until, seasons }) => ({
    id,
    name,
    link: madeAt && until && until > world.now() ? { path: pathOf(world, id, madeAt), until } : null,
    seasons,
  }))
}

/** Adds a sponsor, without a link. Errors: `bad_name`: too short or too long; `name_taken`. */
export async function addSponsor(
  { db, now }: Pick<World, "db" | "now">,
  given: string,
): Promise<{ ok: true; id: number } | { ok: false; code: "bad_name" | "name_taken" }> {
  const name = given.replace(/\s+/g, " ").trim()
  if (name.length < 2 || name.length > 80) return { ok: false, code: "bad_name" }
  const [row] = await db.sql<{ id: number }>`
    insert into private.sponsors (name, created_at) values (${name}, ${now()}) on conflict do nothing returning id`
  return row ? { ok: true, id: row.id } : { ok: false, code: "name_taken" }
}

/** Makes the link to a sponsor's page, or another one in its place: the one before ends. Errors: `unknown_sponsor`. */
export async function makeSponsorLink(
  world: Pick<World, "db" | "now" | "sign">,
  id: number,
): Promise<{ ok: true } | { ok: false; code: "unknown_sponsor" }> {
  const now = world.now()
  const until = new Date(now.getTime() + linkDays * 86_400_000)
  const changed = await world.db.sql`
    update private.sponsors
    set link_made_at = ${now}, link_until = ${until}, link_hash = ${hashToken(secretOf(world, id, now))}
    where id = ${id} returning 1`
  return changed.length > 0 ? { ok: true } : { ok: false, code: "unknown_sponsor" }
}

/** Ends the link; whoever follows it gets 404 from then on. Errors: `no_link`. */
export async function endSponsorLink(
  { db }: Pick<World, "db">,
  id: number,
): Promise<{ ok: true } | { ok: false; code: "no_link" }> {
  const changed = await db.sql`
    update private.sponsors set link_made_at = null, link_until = null, link_hash = null
    where id = ${id} and link_hash is not null returning 1`
  return changed.length > 0 ? { ok: true } : { ok: false, code: "no_link" }
}

/**
 * Says whose season it is; null: nobody's. A season that has closed gets its report at once. Errors: `unknown_season`,
 * `unknown_sponsor`, `unchanged`; `mailed`: its email names the sponsor, so that another one would be told its numbers.
 */
export async function setSponsor(
  { db, now }: Pick<World, "db" | "now">,
  { season, sponsor }: { season: string; sponsor: number | null },
): Promise<
  { ok: true } | { ok: false; code: "unknown_season" | "unknown_sponsor" | "unchanged" | "mailed" }
> {
  return db.transaction(async (inside) => {
    const { sql } = inside
    // Closing locks the same row, so that a season never closes without its report.
    const [row] = await sql<{ id: number; closed: boolean; sponsor: number | null; mailed: boolean }>`
      select s.id, s.closed_at is not null as closed, x.sponsor_id as sponsor,
        exists (select from newsletter_issues i where i.season_id = s.id and i.state <> 'draft') as mailed
      from seasons s left join private.sponsored_seasons x on x.season_id = s.id
      where s.slug = ${season} for update of s`
    if (!row) return { ok: false, code: "unknown_season" }
    if (row.sponsor === sponsor) return { ok: false, code: "unchanged" }
    if (row.mailed) return { ok: false, code: "mailed" }
    const [known] = await sql`select from private.sponsors where id = ${sponsor}`
    if (sponsor !== null && !known) return { ok: false, code: "unknown_sponsor" }
    await sql`delete from newsletter_issues where season_id = ${row.id}`
    await sql`delete from private.sponsored_seasons where season_id = ${row.id}`
    if (sponsor === null) return { ok: true }
    await sql`insert into private.sponsored_seasons (season_id, sponsor_id) values (${row.id}, ${sponsor})`
    if (row.closed) await freezeReport(inside, row.id, now())
    return { ok: true }
  })
}

/** The sponsor of a season; null if it has none. */
export async function sponsorOf(
  { sql }: Pick<Db, "sql">,
  season: string,
): Promise<{ id: number; name: string } | null> {
  const [row] = await sql<{ id: number; name: string }>`
    select p.id, p.name from private.sponsored_seasons x
    join private.sponsors p on p.id = x.sponsor_id join seasons s on s.id = x.season_id
    where s.slug = ${season}`
  return row ?? null
}

function secretOf(world: Pick<World, "sign">, id: number, madeAt: Date): string {
  return tokenFor(world, "sponsor", `${id} ${madeAt.toISOString()}`)
}

function pathOf(world: Pick<World, "sign">, id: number, madeAt: Date): string {
  return `/sponsors/${secretOf(world, id, madeAt)}`
}
