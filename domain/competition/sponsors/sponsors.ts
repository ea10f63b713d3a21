import { ownDates } from "#content/races.ts"
import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import { freezeReport } from "../seasons/sponsor-report.ts"
import { type Sponsored, sponsoredColumns, sponsoredJoins } from "../seasons/sponsorship.ts"

/** How long a link works, in days, unless it is ended or renewed. */
const linkDays = 365

interface Sponsor {
  id: number
  name: string
  /** The path of the page for the sponsor, and when it ends; null: no link works. */
  link: { path: string; until: Date } | null
  /** Their seasons and side races, the latest first. */
  races: Sponsored[]
}

/** All sponsors by name, with their links: for owners alone. */
export async function readSponsors(world: Pick<World, "db" | "now" | "sign">): Promise<Sponsor[]> {
  const rows = await world.db.sql<{
    id: number
    name: string
    madeAt: Date | null
    until: Date | null
  }>`
    select id, name, link_made_at as "madeAt", link_until as until from private.sponsors order by lower(name)`
  const races = await world.db.sql<Sponsored & { sponsor: number }>`
    select x.sponsor_id as sponsor, ${sponsoredColumns(world.db.sql)}
    from private.sponsorships x ${sponsoredJoins(world.db.sql)} order by x.id desc`
  return rows.map(({ id, name, madeAt, until }) => ({
    id,
    name,
    link: madeAt && until && until > world.now() ? { path: pathOf(world, id, madeAt), until } : null,
    races: races.flatMap(({ sponsor, ...one }) => (sponsor === id ? [one] : [])),
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
 * Says who sponsors a season or a side race; null: nobody. What has closed gets its report at once. Returns the sponsorship
 * that ended. Errors: `unknown_season`, `unknown_race`, `unknown_sponsor`, `unchanged`; `mailed`: its email names the
 * sponsor, so that another one would be told its numbers.
 */
export async function setSponsor(
  { db, now }: Pick<World, "db" | "now">,
  { season, race, sponsor }: Sponsored & { sponsor: number | null },
): Promise<
  | { ok: true; ended: number | null }
  | { ok: false; code: "unknown_season" | "unknown_race" | "unknown_sponsor" | "unchanged" | "mailed" }
> {
  return db.transaction(async (inside) => {
    const { sql } = inside
    // Closing locks the same row, so that nothing closes without its report.
    const [row] =
      race === null
        ? await sql<Locked>`
            select id as "seasonId", null::integer as "raceId", closed_at is not null as closed
            from seasons where slug = ${season} for update`
        : await sql<Locked>`
            select null::integer as "seasonId", r.id as "raceId", r.closed_at is not null as closed
            from races r left join seasons s on s.id = r.season_id
            where coalesce(s.slug, ${ownDates}) = ${season} and r.name = ${race} and r.entrants <> 'invited'
            for update of r`
    if (!row) return { ok: false, code: race === null ? "unknown_season" : "unknown_race" }
    const [before] = await sql<{ id: number; sponsor: number; mailed: boolean }>`
      select x.id, x.sponsor_id as sponsor,
        exists (select from newsletter_issues i where i.sponsorship_id = x.id and i.state <> 'draft') as mailed
      from private.sponsorships x where x.season_id = ${row.seasonId} or x.race_id = ${row.raceId}`
    if ((before?.sponsor ?? null) === sponsor) return { ok: false, code: "unchanged" }
    if (before?.mailed) return { ok: false, code: "mailed" }
    const [known] = await sql`select from private.sponsors where id = ${sponsor}`
    if (sponsor !== null && !known) return { ok: false, code: "unknown_sponsor" }
    const ended = before?.id ?? null
    // Its draft of an email goes with it.
    await sql`delete from private.sponsorships where id = ${ended}`
    if (sponsor === null) return { ok: true, ended }
    const [made] = (await sql<{ id: number }>`
      insert into private.sponsorships (sponsor_id, season_id, race_id)
      values (${sponsor}, ${row.seasonId}, ${row.raceId}) returning id`) as [{ id: number }]
    if (row.closed) await freezeReport(inside, made.id, now())
    return { ok: true, ended }
  })
}

interface Locked {
  seasonId: number | null
  raceId: number | null
  closed: boolean
}

function secretOf(world: Pick<World, "sign">, id: number, madeAt: Date): string {
  return tokenFor(world, "sponsor", `${id} ${madeAt.toISOString()}`)
}

function pathOf(world: Pick<World, "sign">, id: number, madeAt: Date): string {
  return `/sponsors/${secretOf(world, id, madeAt)}`
}
