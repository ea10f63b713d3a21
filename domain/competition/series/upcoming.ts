import type { SideRace } from "#content/races.ts"
import type { Db } from "#ports/db.ts"
import { recordRebuild } from "../boards/rebuild.ts"
import { insert } from "../races/insert.ts"
import { sideRaceColumns } from "../races/race.ts"
import { ownPrizes } from "./season-prizes.ts"

/** What an operator has prepared for a season that has not begun. */
export interface Prepared {
  races: SideRace[]
  /** Titles of the season's own prizes; none while it has those of its series. */
  prizes: string[]
}

/** What is prepared for the season of a series that has not begun. */
export async function preparedFor(db: Db, { series, now }: { series: string; now: Date }): Promise<Prepared> {
  const season = await upcomingSeason(db, { series, now })
  if (!season) return { races: [], prizes: [] }
  const prizes = await ownPrizes(db, season.id)
  return { races: await racesIn(db, season.id), prizes: prizes.map(({ title }) => title) }
}

/** Gives the season of a series that has not begun these races and prizes. */
export async function prepare(
  db: Db,
  { series, now, prepared }: { series: string; now: Date; prepared: Prepared },
): Promise<void> {
  const season = await upcomingSeason(db, { series, now })
  if (!season) return
  for (const [position, race] of prepared.races.entries()) await insert(db, season.id, race, position)
  await db.sql`
    insert into private.season_prizes (season_id, place, title)
    select ${season.id}, place, title from unnest(${prepared.prizes}::text[]) with ordinality as p (title, place)`
}

/** The races of the latest season of a series that repeat. */
export async function repeatingRaces(db: Db, series: string): Promise<SideRace[]> {
  const [latest] = await db.sql<{ id: number }>`
    select id from seasons where series = ${series} and races_begun order by opens_at desc limit 1`
  return latest ? (await racesIn(db, latest.id)).filter(({ repeats }) => repeats) : []
}

/** Removes the season of a series that has not begun, with its board. The caller holds the boards lock. */
export async function removeUpcoming(db: Db, { series, now }: { series: string; now: Date }): Promise<void> {
  const season = await upcomingSeason(db, { series, now })
  if (!season) return
  await db.sql`
    update athlete_days set exceptions = nullif(exceptions - ${String(season.board)}::text, '{}')
    where local_on between ${season.from}::date - 1 and ${season.from}::date + 1
      and exceptions ? ${String(season.board)}::text`
  await db.sql`delete from standings where board_id = ${season.board}`
  await db.sql`delete from seasons where id = ${season.id}`
  await recordRebuild(db, season.board)
}

async function upcomingSeason({ sql }: Db, { series, now }: { series: string; now: Date }) {
  const [season] = await sql<{ id: number; from: string; board: number }>`
    select s.id, s.from_on::text as from, b.id::integer as board
    from seasons s join boards b on b.season_id = s.id
    where s.series = ${series} and s.opens_at > ${now}`
  return season
}

/** The side races of a season that were not ended, in their order. */
export function racesIn({ sql }: Db, season: number): Promise<SideRace[]> {
  return sql<SideRace>`
    select ${sideRaceColumns(sql)} from races r where r.season_id = ${season} and r.ended_at is null
    order by r.position, r.id` as Promise<SideRace[]>
}
