import type { World } from "#domain/world.ts"
import { followChangedAthletes } from "./changed-athletes.ts"
import type { Race } from "./race.ts"
import { type Placed, rank, type Value } from "./ranking.ts"
import { readValues } from "./values.ts"

/** The table of one race in the memory of a process. */
interface RaceTable {
  /** In the order of the places. */
  placed: readonly Placed[]
  /** By athlete: the index in `placed`. Athletes without a place are missing. */
  lines: ReadonlyMap<number, number>
  /** Values of athletes who have too few days for a place. */
  values: ReadonlyMap<number, Value>
}

/**
 * The tables of side races of one process. Nothing is computed for a race that nobody asks for; once it was asked for, only the
 * athletes whose activities changed since are folded again.
 */
export interface RaceTables {
  /** The table with every change that was committed before the call. */
  read(race: Race): Promise<RaceTable>
  /** Forgets all tables, when something else than activities changed: a disqualification, a result, a missed message. */
  forget(): void
}

interface Kept {
  /** What it was computed for; another definition means another table. */
  of: string
  values: Map<number, Value>
  /** Athletes whose values have to be read again. */
  changed: Set<number>
  table: RaceTable | null
  askedAt: number
}

/** A table that nobody has asked for so long is dropped. */
const forgetAfterMs = 600_000

export function createRaceTables({ db }: Pick<World, "db">): RaceTables {
  const tables = new Map<number, Kept>()
  let feed = followChangedAthletes()
  let turn: Promise<unknown> = Promise.resolve()
  /** Reads are serialized: a table is loaded or folded with the changes that belong to it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work, work)
    turn = done.catch(() => undefined)
    return done
  }

  const catchUp = async () => {
    const changed = await feed.read(db)
    if (changed === null) tables.clear()
    const now = performance.now()
    for (const [id, kept] of tables) {
      if (now - kept.askedAt > forgetAfterMs) tables.delete(id)
      else for (const athlete of changed ?? []) kept.changed.add(athlete)
    }
  }

  const fold = async (kept: Kept, race: Race) => {
    const athletes = [...kept.changed]
    const values = await readValues(db, race, { season: race.seasonId, athletes })
    // Only now, so that a read that failed is repeated.
    for (const athlete of athletes) {
      kept.changed.delete(athlete)
      kept.values.delete(athlete)
    }
    for (const value of values) kept.values.set(value.athlete, value)
    kept.table = null
  }

  const load = async (race: Race): Promise<Kept> => {
    const read = await readValues(db, race, { season: race.seasonId })
    const values = new Map(read.map((value) => [value.athlete, value]))
    return { of: definition(race), values, changed: new Set(), table: null, askedAt: 0 }
  }

  return {
    read: (race) =>
      inTurn(async () => {
        // The snapshot of the feed is taken first: what is committed in between is folded twice, and never missed.
        await catchUp()
        let kept = tables.get(race.id)
        if (kept?.of !== definition(race)) {
          kept = await load(race)
          tables.set(race.id, kept)
        }
        kept.askedAt = performance.now()
        if (kept.changed.size > 0) await fold(kept, race)
        kept.table ??= tableOf(kept.values, race)
        return kept.table
      }),
    forget() {
      feed = followChangedAthletes()
    },
  }
}

function tableOf(values: Map<number, Value>, { leastDays }: Race): RaceTable {
  const placed = rank(values.values(), leastDays)
  return {
    placed,
    lines: new Map(placed.map(({ athlete }, line) => [athlete, line])),
    values: new Map(values),
  }
}

/** Everything that its values depend on; titles and places on the page do not matter. */
function definition({ title, words, listed, repeats, ...race }: Race): string {
  return JSON.stringify(race)
}
