import { displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { Day } from "#primitives/zones.ts"
import { settlesOn } from "../calendar/days-anywhere.ts"
import { asRow } from "../races/race.ts"
import type { Placed } from "../races/ranking.ts"
import { type RaceRow, shownRows } from "../races/rows.ts"
import { type PrivateRacePhase, privatePhase } from "./phase.ts"
import { privateRule, raceOfEntrant, type StoredRace, secretOf } from "./stored.ts"
import { privateTable } from "./table.ts"

/** What a day added to an athlete's points. */
interface PrivateRaceDay {
  on: Day
  points: number
  credits: string[]
}

export interface PrivateRace {
  name: string
  from: Day
  to: Day
  phase: PrivateRacePhase
  /** The day with which the results are final. */
  settlesOn: Day
  /** The secret in its link; null once nobody can enter. */
  secret: string | null
  /** Those with points, by place. */
  rows: (RaceRow & { byDay: PrivateRaceDay[] })[]
  /** Those without points, in the order in which they entered. */
  others: RaceRow[]
}

/** A private race as one of its members may see it. Errors: `unknown_race`, for everybody else as for a race that there is not. */
export async function privateRace(
  world: World,
  { userId, name }: { userId: string; name: string },
): Promise<{ ok: true; race: PrivateRace } | Refusal<"unknown_race">> {
  const race = await raceOfEntrant(world.db, { userId, name })
  if (!race) return { ok: false, code: "unknown_race" }
  const phase = privatePhase(race, world.now())
  const { placed, others } =
    phase === "ended" ? { placed: [], others: [] } : await privateTable(world.db, race)
  const days = await daysOf(world, race, { placed, viewer: userId })
  const shown = await shownRows(world, race, [...placed, ...others], userId)
  return {
    ok: true,
    race: {
      name,
      from: race.from,
      to: race.to,
      phase,
      settlesOn: settlesOn(race.to),
      secret: phase === "upcoming" || phase === "running" ? secretOf(world, name) : null,
      rows: shown.slice(0, placed.length).map((row, index) => ({
        ...row,
        byDay: days.get(placed[index]?.athlete ?? 0) ?? [],
      })),
      others: shown.slice(placed.length),
    },
  }
}

/** The days of each athlete, latest first, as far as the viewer may see them. */
async function daysOf(
  { db: { sql } }: World,
  race: StoredRace,
  { placed, viewer }: { placed: readonly Placed[]; viewer: string },
): Promise<Map<number, PrivateRaceDay[]>> {
  const rows = await sql<PrivateRaceDay & { athlete: number }>`
    select d.athlete_id::float8 as athlete, d.local_on::text as on, d.value as points, coalesce(d.credits, '{}') as credits
    from private.race_days(${asRow(sql, privateRule, race)}, ${placed.map(({ athlete }) => athlete)}::bigint[]) d
    join athletes a on a.id = d.athlete_id
    cross join lateral ${displayTo({ sql }, viewer, sql`d.restricted`)} shown
    where shown.name and shown.points
    order by d.local_on desc`
  const byAthlete = Map.groupBy(rows, ({ athlete }) => athlete)
  return new Map([...byAthlete].map(([id, days]) => [id, days.map(({ athlete, ...day }) => day)]))
}
