import type { World } from "#domain/world.ts"
import { competitionDay } from "../calendar/period.ts"
import { follow } from "./followed.ts"
import { daysOf, type Race } from "./race.ts"
import { type Placed, rank, type Value } from "./ranking.ts"
import { readValues } from "./values.ts"

/** The table of one race of athletes in the memory of a process. */
interface RaceTable {
  /** In the order of the places. */
  placed: readonly Placed[]
  /**
   * For every athlete with a value, including those with too few days for a place. In the order of the places, so that the table
   * after a few changes is sorted in a third of the time.
   */
  values: ReadonlyMap<number, Value>
}

/** The tables of races of athletes of one process. A table contains every change that was committed before it was read. */
export interface RaceTables {
  read(race: Race): Promise<RaceTable>
  /**
   * Discards all tables, after a change of something other than activities: a disqualification, a roster, a missed
   * message.
   */
  forget(): void
}

export function createRaceTables({ db, now }: Pick<World, "db" | "now">): RaceTables {
  const today = () => competitionDay(now())
  const athletes = follow<RaceTable>(db, {
    async load(race) {
      const values = await readValues(db, race, { of: daysOf(race), today: today() })
      return tableOf(new Map(values.map((value) => [value.athlete, value])), race)
    },
    async fold(table, race, changed) {
      const values = new Map(table.values)
      for (const athlete of changed) values.delete(athlete)
      const asked = { of: daysOf(race), today: today(), athletes: changed }
      const read = await readValues(db, race, asked)
      for (const value of read) values.set(value.athlete, value)
      return tableOf(values, race)
    },
  })
  return {
    // A rise is a mean of the days so far, so every day is another table.
    read: (race) => athletes.read(race.metric === "rise" ? { ...race, today: today() } : race),
    forget: athletes.forget,
  }
}

function tableOf(values: ReadonlyMap<number, Value>, race: Race): RaceTable {
  const placed = rank(values.values(), race)
  const inOrder = new Map<number, Value>(placed.map((one) => [one.athlete, one]))
  for (const [athlete, value] of values) if (!inOrder.has(athlete)) inOrder.set(athlete, value)
  return { values: inOrder, placed }
}
