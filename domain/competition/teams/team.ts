import { isOfTeams } from "#content/races.ts"
import { displayTo, showsRestricted } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { RaceAddress } from "../races/page.ts"
import { findRace, type Race } from "../races/race.ts"
import { numbersOf, seesTotal, tableOf, viewerOf } from "./page.ts"
import type { TeamTables } from "./tables.ts"

/** A member as the viewer may see them. */
interface TeamMember {
  athlete: string | null
  name: string | null
  photo: string | null
  figure: string | null
  mine: boolean
  came: "drawn" | "late" | "transferred" | "joined"
}

/** What one day adds to a team's total. */
interface TeamDayShown {
  /** "2026-11-20" */
  on: string
  points: number
  /** The members who earned them, most points first; only for the team itself, and only names that may be shown. */
  from: { name: string | null; points: number }[] | null
}

interface TeamShown {
  race: Race
  number: number
  name: string
  place: number | null
  teams: number
  points: number | null
  activeDays: number | null
  credits: readonly string[]
  members: TeamMember[]
  /** Members who left, or whose account was deleted. */
  former: number
  /** Latest first; null where the total is hidden, and once the race is final. */
  days: TeamDayShown[] | null
  /** Whether the viewer is in it. */
  mine: boolean
  /** The next better place, and what is missing for it; null for the first, and where a total is hidden. */
  ahead: { place: number; points: number; activeDays: number } | null
}

/** One team with its roster. Errors: `unknown_race`, `unknown_team`. */
export async function teamShown(
  world: World,
  tables: TeamTables,
  { season, name, number, viewer }: RaceAddress & { number: number; viewer: string | null },
): Promise<{ ok: true; team: TeamShown } | { ok: false; code: "unknown_race" | "unknown_team" }> {
  const race = await findRace(world.db, { season, name })
  if (!race || !isOfTeams(race)) return { ok: false, code: "unknown_race" }
  const teams = await numbersOf(world, race)
  const [id] = [...teams].find(([, one]) => one.number === number) ?? []
  const table = await tableOf(world, tables, race)
  const index = table.findIndex(({ team }) => team === id)
  const team = table[index]
  if (id === undefined || !team) return { ok: false, code: "unknown_team" }
  const [asks, shows, members] = await Promise.all([
    viewerOf(world, race, viewer),
    showsRestricted(world.db),
    readMembers(world, id, viewer),
  ])
  const sees = seesTotal(team, asks, shows)
  const inMemory = race.closedAt ? null : await tables.read(race)
  const mine = asks.team === id
  const score = inMemory?.placed.find((one) => one.team === id)?.score
  const next = table[index - 1]
  const nameOf = new Map(members.map(({ id, name }) => [id, name]))
  return {
    ok: true,
    team: {
      race,
      number,
      name: team.name,
      place: team.place,
      teams: table.length,
      points: sees ? team.points : null,
      activeDays: sees ? team.activeDays : null,
      credits: sees ? team.credits : [],
      members: members.flatMap(({ id: _id, present, ...member }) => (present ? [member] : [])),
      former: new Set(members.filter(({ present }) => !present).map(({ id }) => id)).size,
      days: sees && score ? daysOf(score.why, mine ? nameOf : null) : null,
      mine,
      ahead:
        sees && next?.place && team.activeDays > 0 && seesTotal(next, asks, shows)
          ? {
              place: next.place,
              points: next.points - team.points,
              activeDays: Math.ceil((next.points - team.points + 1) / (team.points / team.activeDays)),
            }
          : null,
    },
  }
}

function daysOf(
  why: readonly { athlete: number; on: string; points: number }[],
  names: ReadonlyMap<number | null, string | null> | null,
): TeamDayShown[] {
  return [...Map.groupBy(why, ({ on }) => on)]
    .sort(([a], [b]) => b.localeCompare(a))
    .map(([on, all]) => ({
      on,
      points: all.reduce((sum, { points }) => sum + points, 0),
      from: names && all.map(({ athlete, points }) => ({ name: names.get(athlete) ?? null, points })),
    }))
}

/** Everybody who is or was in it, with what the viewer may see (private.display). */
function readMembers({ db }: Pick<World, "db">, team: number, viewer: string | null) {
  return db.sql<TeamMember & { id: number | null; present: boolean }>`
    select m.athlete_id::float8 as id, m.athlete_id is not null and m.until_on is null as present, m.came,
      case when shown.name then a.slug end as athlete, case when shown.name then a.display_name end as name,
      case when shown.name then a.photo end as photo,
      case when shown.name then private.figure(a.sport, a.look, shown.details) end as figure,
      coalesce(a.user_id = ${viewer}, false) as mine
    from team_members m
    left join athletes a on a.id = m.athlete_id
    left join lateral ${displayTo(db, viewer)} shown on a.id is not null
    where m.team_id = ${team}
    order by shown.name desc nulls last, lower(a.display_name), m.id`
}
