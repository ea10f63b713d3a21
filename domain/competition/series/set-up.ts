import type { SideRace } from "#content/races.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { daysBetween } from "#primitives/days.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { insert } from "../races/insert.ts"
import { ownPrizes, rulesOf } from "./season-prizes.ts"
import { racesIn } from "./upcoming.ts"

/** What an operator can set of a season before it begins; its days follow from its series. */
export interface SetUp {
  /** Active days of a finisher. */
  finishDays: number
  /** Titles of the season's own prizes; none while it has those of its series. */
  prizes: string[]
  races: SideRace[]
}

interface SeasonFound {
  id: number
  series: string
  begun: boolean
  days: number
  setUp: SetUp
}

/** How a season is set up; undefined for an unknown one. */
export async function setUpOf(db: Db, slug: string): Promise<SetUp | undefined> {
  return (await read(db, { slug, now: new Date(0) }))?.setUp
}

/**
 * Sets up a season that has not begun. Errors: `unknown_season`; `begun`; `too_many_days`: the season has fewer; `unchanged`;
 * `has_teams`: a race that would go has teams already. A race that stays keeps its teams and its rule.
 */
export async function setUpSeason(
  world: Pick<World, "db" | "now">,
  { season, setUp }: { season: string; setUp: SetUp },
): Promise<{ ok: true } | Refusal<"unknown_season" | "begun" | "too_many_days" | "unchanged" | "has_teams">> {
  return world.db.transaction(async (db) => {
    const found = await read(db, { slug: season, now: world.now() })
    if (!found) return { ok: false, code: "unknown_season" }
    if (found.begun) return { ok: false, code: "begun" }
    if (setUp.finishDays > found.days) return { ok: false, code: "too_many_days" }
    if (JSON.stringify(found.setUp) === JSON.stringify(setUp)) return { ok: false, code: "unchanged" }
    const names = setUp.races.map(({ name }) => name)
    const gone = await db.sql<{ teams: boolean }>`
      select exists (select from teams t where t.race_id = r.id) as teams from races r
      where r.season_id = ${found.id} and r.ended_at is null and r.name <> all(${names}::text[])`
    if (gone.some(({ teams }) => teams)) return { ok: false, code: "has_teams" }
    await db.sql`update seasons set finish_days = ${setUp.finishDays} where id = ${found.id}`
    await db.sql`delete from private.season_prizes where season_id = ${found.id}`
    await db.sql`
      insert into private.season_prizes (season_id, place, title)
      select ${found.id}, place, title from unnest(${setUp.prizes}::text[]) with ordinality as p (title, place)`
    // Nobody has seen them: the season has not begun.
    await db.sql`
      delete from races where season_id = ${found.id} and ended_at is null and name <> all(${names}::text[])`
    for (const [position, race] of setUp.races.entries()) await insert(db, found.id, race, position)
    return { ok: true }
  })
}

/**
 * How a season would be set up as a copy of another: its prizes, its finisher's days, and its side races in addition to the existing
 * ones. Errors: `unknown_season`.
 */
export async function copyOfSeason(
  db: Db,
  { season, from }: { season: string; from: string },
): Promise<{ ok: true; setUp: SetUp } | Refusal<"unknown_season">> {
  const [copied, own] = [await read(db, { slug: from, now: new Date(0) }), await setUpOf(db, season)]
  if (!copied || !own) return { ok: false, code: "unknown_season" }
  const prizes = (await rulesOf(db, copied)).prizes.map(({ title }) => title)
  const added = copied.setUp.races.filter(({ name }) => own.races.every((one) => one.name !== name))
  return { ok: true, setUp: { ...copied.setUp, prizes, races: [...own.races, ...added] } }
}

async function read(db: Db, { slug, now }: { slug: string; now: Date }): Promise<SeasonFound | undefined> {
  // Beginning, closing and the side races lock the same row.
  const [season] = await db.sql<{
    id: number
    series: string
    begun: boolean
    from: string
    to: string
    finishDays: number | null
  }>`
    select id, series, opens_at <= ${now} as begun, from_on::text as from, to_on::text as to,
      finish_days::integer as "finishDays"
    from seasons where slug = ${slug} for update`
  if (!season) return undefined
  const { id, series, begun, from, to, finishDays } = season
  return {
    ...{ id, series, begun, days: daysBetween(from, to) + 1 },
    setUp: {
      finishDays: finishDays ?? 1,
      prizes: (await ownPrizes(db, id)).map(({ title }) => title),
      races: await racesIn(db, id),
    },
  }
}
