import type { Db } from "#ports/db.ts"
import { type Placed, rank } from "../races/ranking.ts"
import { frozenTable } from "../races/results.ts"
import { foldValues } from "../races/values.ts"
import { entrantsOf, privateRule, type StoredRace } from "./stored.ts"

/** Somebody without points, in the shape of a row. */
export function unplaced(athlete: number): Placed {
  return { athlete, rank: 0, value: 0, days: 0, restricted: false, credits: [] }
}

/** The table of a private race, as it stands or as it was frozen: those with points by place, and who has none yet. */
export async function privateTable(
  { sql }: Pick<Db, "sql">,
  race: StoredRace,
): Promise<{ placed: readonly Placed[]; others: readonly Placed[] }> {
  const entrants = await entrantsOf({ sql }, race.id)
  const placed = race.closedAt
    ? await frozenTable({ sql }, { id: race.id, seasonId: null })
    : rank(await foldValues({ sql }, privateRule, { of: race, athletes: entrants }), privateRule)
  const known = new Set(placed.map(({ athlete }) => athlete))
  return { placed, others: entrants.filter((athlete) => !known.has(athlete)).map(unplaced) }
}
