import { isOfTeams } from "#content/races.ts"
import type { World } from "#domain/world.ts"
import { type JointGoal, jointGoal } from "../races/joint-goal.ts"
import { type RaceAddress, type RacePage, racePage } from "../races/page.ts"
import { findRace } from "../races/race.ts"
import type { RaceTables } from "../races/tables.ts"
import { type TeamRacePage, teamRacePage } from "../teams/page.ts"
import type { TeamTables } from "../teams/tables.ts"

/** A side race of whatever kind, as a viewer may see it: what every surface shows. */
export type ShownRace =
  | ({ kind: "teams" } & TeamRacePage)
  | ({ kind: "goal" } & JointGoal)
  | ({ kind: "athletes" } & RacePage)

/**
 * A side race with one page of its table. Null if there is none, or if it is not shown.
 * @param viewer the signed-in account; null for a visitor
 * @param after rows before the page; teams and contributors are on one page
 */
export async function shownRace(
  world: World,
  { raceTables, teamTables }: { raceTables: RaceTables; teamTables: TeamTables },
  asked: RaceAddress & { viewer: string | null; after: number; limit: number },
): Promise<ShownRace | null> {
  const race = await findRace(world.db, asked)
  if (!race) return null
  if (isOfTeams(race)) {
    const found = await teamRacePage(world, teamTables, asked)
    return found.ok ? { kind: "teams", ...found.page } : null
  }
  if (race.entrants === "together") {
    const found = await jointGoal(world, raceTables, asked)
    return found.ok ? { kind: "goal", ...found.goal } : null
  }
  const found = await racePage(world, raceTables, asked)
  return found.ok ? { kind: "athletes", ...found.page } : null
}

/** A line of a side race on a card, in a frame or in a feed; hidden values are null. */
export interface RaceLine {
  place: number | null
  /** Of the athlete, or of the team. */
  name: string | null
  /** In the unit of the race's metric. */
  value: number | null
  sample: boolean
  credits: readonly string[]
}

/** The first lines of a side race's table; none for a joint goal, which nobody leads. */
export function firstLines(shown: ShownRace, most: number): RaceLine[] {
  if (shown.kind === "goal") return []
  if (shown.kind === "teams")
    return shown.rows
      .slice(0, most)
      .map(({ place, name, points: value, credits }) => ({ place, name, value, sample: false, credits }))
  return shown.rows
    .slice(0, most)
    .map(({ rank: place, name, value, sample, credits }) => ({ place, name, value, sample, credits }))
}
