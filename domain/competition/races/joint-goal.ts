import { teamRule } from "#content/team-rule.ts"
import { showsRestricted } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import type { RaceAddress } from "./page.ts"
import { findRace, type Race } from "./race.ts"
import { frozenTable } from "./results.ts"
import { shownRows } from "./rows.ts"
import type { RaceTables } from "./tables.ts"

export interface JointGoal {
  race: Race
  target: number
  /** The sum of all contributions; null while it would reveal what individuals did, or if their sources require it. */
  sum: number | null
  /** Athletes who contributed. */
  givers: number
  /** In the order of their names; each amount is known only to its athlete. At most `mostNamed`. */
  named: { athlete: string; name: string; sample: boolean }[]
  /** Attributions that must be shown with the sum. */
  credits: readonly string[]
}

/** As many names as a page lists. */
const mostNamed = 500

/** A joint goal as the viewer may see it. Errors: `unknown_race`, also for a race with places. */
export async function jointGoal(
  world: World,
  tables: RaceTables,
  { season, name, viewer }: RaceAddress & { viewer: string | null },
): Promise<{ ok: true; goal: JointGoal } | { ok: false; code: "unknown_race" }> {
  const race = await findRace(world.db, { season, name })
  if (race?.entrants !== "together" || race.target === null) return { ok: false, code: "unknown_race" }
  const placed = race.closedAt ? await frozenTable(world.db, race) : (await tables.read(race)).placed
  const rows = await shownRows(world, race, placed.slice(0, mostNamed), viewer)
  const isHidden =
    placed.length < teamRule.leastMembers ||
    (viewer === null && placed.some(({ restricted }) => restricted) && !(await showsRestricted(world.db)))
  const named = rows.flatMap(({ athlete, name, sample }) =>
    athlete && name ? [{ athlete, name, sample }] : [],
  )
  return {
    ok: true,
    goal: {
      race,
      target: race.target,
      sum: isHidden ? null : placed.reduce((sum, { value }) => sum + value, 0),
      givers: placed.length,
      named: named.sort((a, b) => a.name.localeCompare(b.name)),
      credits: isHidden ? [] : [...new Set(placed.flatMap(({ credits }) => credits))].sort(),
    },
  }
}
