import { isOfTeams, ownDates, type SideRace } from "#content/races.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { latestDay } from "../calendar/days-anywhere.ts"
import { insert } from "./insert.ts"
import { sideRaceColumns } from "./race.ts"

interface State {
  /** Of its season; null for a race with days of its own. */
  id: number | null
  begun: boolean
  closed: boolean
}

/**
 * The state of a season, which is locked as closing does, so that a race is either frozen with it or not in it; or of a race with days of its
 * own, which is locked.
 */
async function lock(
  { sql }: Db,
  { season, name, now }: { season: string; name: string; now: Date },
): Promise<State | undefined> {
  if (season !== ownDates) {
    const [row] = await sql<State>`
      select id, opens_at <= ${now} as begun, closed_at is not null as closed from seasons where slug = ${season} for update`
    return row
  }
  const [race] = await sql<State>`
    select season_id as id, from_on <= ${latestDay(now)}::date as begun, closed_at is not null as closed from races
    where season_id is null and entrants <> 'invited' and name = ${name} for update`
  return race ?? { id: null, begun: false, closed: false }
}

/**
 * Adds a side race to a season that has not closed, or one with days of its own (`ownDates` as the season); in a running one it counts from the first day. Errors: `unknown_season`;
 * `too_late`: its results are final; `teams_too_late`: teams are drawn when a season begins; `name_taken`.
 */
export async function addRace(
  world: Pick<World, "db" | "now">,
  { season, race }: { season: string; race: SideRace },
): Promise<{ ok: true } | Refusal<"unknown_season" | "too_late" | "teams_too_late" | "name_taken">> {
  return world.db.transaction(async (db) => {
    const found = await lock(db, { season, name: race.name, now: world.now() })
    if (!found) return { ok: false, code: "unknown_season" }
    if (found.id !== null && found.closed) return { ok: false, code: "too_late" }
    if (found.begun && isOfTeams(race)) return { ok: false, code: "teams_too_late" }
    const [last] = await db.sql<{ position: number }>`
      select coalesce(max(position), -1)::integer as position from races
      where season_id is not distinct from ${found.id}`
    if ((await insert(db, found.id, race, (last?.position ?? -1) + 1)) === 0)
      return { ok: false, code: "name_taken" }
    return { ok: true }
  })
}

/**
 * Changes a side race. Once it has begun, only its title, its words, whether it is listed and whether it repeats can
 * change, because athletes have trained by its rule. Errors: `unknown_season`; `unknown_race`; `too_late`: its results are final;
 * `begun`: the rule would change; `drawn`: its teams are drawn, and who enters, their size or the prize would change; `unchanged`.
 */
export async function changeRace(
  world: Pick<World, "db" | "now">,
  { season, race }: { season: string; race: SideRace },
): Promise<
  { ok: true } | Refusal<"unknown_season" | "unknown_race" | "too_late" | "begun" | "drawn" | "unchanged">
> {
  return world.db.transaction(async (db) => {
    const found = await lock(db, { season, name: race.name, now: world.now() })
    if (!found) return { ok: false, code: "unknown_season" }
    const before = await readRule(db, { season, name: race.name })
    if (!before) return { ok: false, code: "unknown_race" }
    if (found.closed) return { ok: false, code: "too_late" }
    if (same(before, race)) return { ok: false, code: "unchanged" }
    const { title, words, listed, repeats } = race
    if (found.begun && !same({ ...before, title, words, listed, repeats }, race))
      return { ok: false, code: "begun" }
    // What the draw went by.
    const { entrants, teamSize, prize } = race
    if (!same({ ...before, entrants, teamSize, prize }, before)) {
      const [drawn] = await db.sql`
        select from races where season_id is not distinct from ${found.id} and name = ${race.name} and drawn_at is not null`
      if (drawn) return { ok: false, code: "drawn" }
    }
    await db.sql`
      update races set title = ${title}, words = ${words}, listed = ${listed}, repeats = ${repeats},
        metric = ${race.metric}, kinds = ${race.kinds}::text[], weekdays = ${race.weekdays}::smallint[],
        newcomers = ${race.newcomers}, cap_a_day = ${race.capADay}, days_a_week = ${race.daysAWeek},
        least_minutes = ${race.leastMinutes}, least_days = ${race.leastDays}, entrants = ${race.entrants},
        team_size = ${race.teamSize}, target = ${race.target}, prize = ${race.prize}, most_prizes = ${race.mostPrizes},
        from_on = ${race.fromOn}::date, to_on = ${race.toOn}::date
      where season_id is not distinct from ${found.id} and entrants <> 'invited' and name = ${race.name}`
    return { ok: true }
  })
}

/**
 * Ends a side race before its season closes, without results, or (`ended: false`) resumes it. Errors: `unknown_race`;
 * `too_late`: its results are final; `unchanged`.
 */
export async function endRace(
  world: Pick<World, "db" | "now">,
  { season, name, ended }: { season: string; name: string; ended: boolean },
): Promise<{ ok: true } | Refusal<"unknown_race" | "too_late" | "unchanged">> {
  return world.db.transaction(async (db) => {
    const found = await lock(db, { season, name, now: world.now() })
    const [race] = await db.sql<{ id: number; ended: boolean }>`
      select id, ended_at is not null as ended from races
      where season_id is not distinct from ${found?.id ?? null} and entrants <> 'invited' and name = ${name}`
    if (!found || !race) return { ok: false, code: "unknown_race" }
    if (found.closed) return { ok: false, code: "too_late" }
    if (race.ended === ended) return { ok: false, code: "unchanged" }
    await db.sql`update races set ended_at = ${ended ? world.now() : null} where id = ${race.id}`
    return { ok: true }
  })
}

/** The rule of a race, even if it was ended; undefined if there is no such race. */
export async function readRule(
  { sql }: Db,
  { season, name }: { season: string; name: string },
): Promise<SideRace | undefined> {
  const [race] = await (sql<SideRace>`
    select ${sideRaceColumns(sql)} from races r left join seasons s on s.id = r.season_id
    where coalesce(s.slug, ${ownDates}) = ${season} and r.entrants <> 'invited' and r.name = ${name}` as PromiseLike<
    SideRace[]
  >)
  return race
}

function same(a: SideRace, b: SideRace): boolean {
  const keys = Object.keys(a).sort()
  return JSON.stringify(a, keys) === JSON.stringify(b, keys)
}
