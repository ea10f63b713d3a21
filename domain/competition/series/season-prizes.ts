import type { Prize, Series } from "#content/competitions.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { readSeries } from "../calendar/series.ts"

/** The maximum number of prizes of a season, and of characters in one. */
const mostPrizes = 20
const longestPrize = 200

/** The prizes of races of teams have the numbers after those of the season itself. */
export const firstTeamPlace = mostPrizes + 1

/** The rules of a season: those of its series, with the season's own prizes where an operator has set them. */
export async function rulesOf(db: Db, season: { id: number; series: string }): Promise<Series> {
  const rules = (await readSeries(db)).find(({ slug }) => slug === season.series)
  if (!rules) throw new Error(`There is no series ${season.series}`)
  const own = await ownPrizes(db, season.id)
  return own.length > 0 ? { ...rules, prizes: own } : rules
}

/** The prize of a place. */
export function titleAt({ prizes }: Pick<Series, "prizes">, place: number): string {
  const [prize] = prizes.filter((one) => one.place === place) as [Prize]
  return prize.title
}

/** The prizes that were set for one season, by place; empty while it uses those of its series. */
export async function ownPrizes({ sql }: Db, seasonId: number): Promise<Prize[]> {
  return sql<Prize>`
    select place::integer as place, title from private.season_prizes where season_id = ${seasonId} order by place`
}

/**
 * Sets the prizes of a season, first place first, before it closes; an empty list restores those of its series. Errors:
 * `unknown_season`; `too_late`: its results are frozen; `bad_prizes`: too many, or one that is empty or too long;
 * `unchanged`.
 */
export async function setPrizes(
  { db }: Pick<World, "db">,
  { season, titles }: { season: string; titles: readonly string[] },
): Promise<{ ok: true } | { ok: false; code: "unknown_season" | "too_late" | "bad_prizes" | "unchanged" }> {
  const words = titles.map((title) => title.replace(/\s+/g, " ").trim())
  if (words.length > mostPrizes || words.some((title) => title === "" || title.length > longestPrize))
    return { ok: false, code: "bad_prizes" }
  return db.transaction(async (inside) => {
    // Closing locks the same row, so that it sees either all of a change or none.
    const [row] = await inside.sql<{ id: number; closed: boolean }>`
      select id, closed_at is not null as closed from seasons where slug = ${season} for update`
    if (!row) return { ok: false, code: "unknown_season" }
    if (row.closed) return { ok: false, code: "too_late" }
    const before = await ownPrizes(inside, row.id)
    if (JSON.stringify(before.map(({ title }) => title)) === JSON.stringify(words))
      return { ok: false, code: "unchanged" }
    await inside.sql`delete from private.season_prizes where season_id = ${row.id}`
    await inside.sql`
      insert into private.season_prizes (season_id, place, title)
      select ${row.id}, place, title from unnest(${words}::text[]) with ordinality as p (title, place)`
    return { ok: true }
  })
}

/** Called when a season is frozen: its prizes stay as they are then, whatever its series offers later. */
export async function freezePrizes(db: Db, season: { id: number; series: string }): Promise<void> {
  const { prizes } = await rulesOf(db, season)
  await db.sql`
    insert into private.season_prizes (season_id, place, title)
    select ${season.id}, p.place, p.title
    from jsonb_to_recordset(${db.sql.json(prizes)}) as p (place smallint, title text)
    on conflict do nothing`
}

/** The prizes that were set for these seasons, by slug; those of a series are not included. */
export async function ownPrizesOf({ sql }: Db, slugs: readonly string[]): Promise<Map<string, Prize[]>> {
  const rows = await sql<{ slug: string; prizes: Prize[] }>`
    select s.slug, jsonb_agg(jsonb_build_object('place', p.place, 'title', p.title) order by p.place) as prizes
    from private.season_prizes p join seasons s on s.id = p.season_id
    where s.slug = any(${slugs}::text[]) group by s.slug`
  return new Map(rows.map(({ slug, prizes }) => [slug, prizes]))
}
