import type { Db } from "#ports/db.ts"
import type { Day } from "#primitives/zones.ts"
import { followChangedAthletes } from "./changed-athletes.ts"
import type { Race } from "./race.ts"

/** The state of a race that is kept in memory, and how it is updated. */
interface Following<State> {
  /** Computes the state from stored data. */
  load(race: Race): Promise<State>
  /** Brings it up to date with the athletes whose activities changed. */
  fold(state: State, race: Race, athletes: readonly number[]): Promise<State>
}

export interface Followed<State> {
  /** The state with every change that was committed before the call. @param race with the day, if each day has another table */
  read(race: Race & { today?: Day }): Promise<State>
  /** Forgets everything, when something else than activities changed. */
  forget(): void
}

interface Kept<State> {
  /** The definition from which it was computed; another definition requires another state. */
  of: string
  state: State
  /** Athletes who have to be read again. */
  changed: Set<number>
  readAt: number
}

/** A state that has not been read for this long is dropped. */
const forgetAfterMs = 600_000

/**
 * Keeps the state of each race that is requested, and of no other. After the first request, only athletes whose
 * activities have changed are computed again.
 */
export function follow<State>(db: Db, { load, fold }: Following<State>): Followed<State> {
  const kept = new Map<number, Kept<State>>()
  let feed = followChangedAthletes()
  let turn: Promise<unknown> = Promise.resolve()
  /** Reads are serialized, so that each state gets the changes that belong to it. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work, work)
    turn = done.catch(() => undefined)
    return done
  }

  const catchUp = async () => {
    const changed = await feed.read(db)
    if (changed === null) kept.clear()
    const now = performance.now()
    for (const [id, one] of kept) {
      if (now - one.readAt > forgetAfterMs) kept.delete(id)
      else for (const athlete of changed ?? []) one.changed.add(athlete)
    }
  }

  const current = async (race: Race): Promise<Kept<State>> => {
    const of = definition(race)
    const known = kept.get(race.id)
    if (known?.of !== of) {
      const loaded = { of, state: await load(race), changed: new Set<number>(), readAt: 0 }
      kept.set(race.id, loaded)
      return loaded
    }
    const athletes = [...known.changed]
    if (athletes.length > 0) known.state = await fold(known.state, race, athletes)
    // Only now, so that a failed read is repeated.
    for (const athlete of athletes) known.changed.delete(athlete)
    return known
  }

  return {
    read: (race) =>
      inTurn(async () => {
        // The snapshot of the feed is taken first: changes committed in between are applied twice, and never missed.
        await catchUp()
        const one = await current(race)
        one.readAt = performance.now()
        return one.state
      }),
    forget() {
      feed = followChangedAthletes()
    },
  }
}

/** Everything that the state depends on; titles and where a race is listed do not matter. */
function definition({ title, words, listed, repeats, ...race }: Race): string {
  return JSON.stringify(race)
}
