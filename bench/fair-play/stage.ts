import { maintainBoards } from "#domain/competition/maintain.ts"
import type { World } from "#domain/world.ts"
import type { Athlete } from "./model/athlete.ts"

/** A world whose clock can be set, with the accounts of the model. */
export interface Stage {
  world: World
  setNow(at: Date): Promise<void>
  /** The id of the athlete with that number. */
  idOf(nr: number): number
  /** Opens more accounts, for athletes whose numbers are not taken. */
  join(athletes: readonly Athlete[], joinedAt?: Date): Promise<void>
}

/** Advances the boards with the clock, as the site does every midnight. */
export function openStage(world: World, setClock: (at: Date) => void): Stage {
  const ids = new Map<number, number>()
  let day = ""
  return {
    world,
    async setNow(at) {
      setClock(at)
      const today = at.toISOString().slice(0, 10)
      if (today === day) return
      day = today
      await maintainBoards(world)
    },
    idOf(nr) {
      const id = ids.get(nr)
      if (id === undefined) throw new Error(`Athlete ${nr} has no account`)
      return id
    },
    async join(athletes, joinedAt = new Date("2025-01-01T00:00:00Z")) {
      for (const { nr, timeZone } of athletes) {
        const [row] = await world.db.sql<{ id: number }>`
          insert into athletes (slug, display_name, search_name, time_zone, consent_text, consent_at, joined_at)
          values (
            ${`athlete-${nr}`}, ${`Athlete ${nr}`}, ${`athlete ${nr}`}, ${timeZone}, 'I agree.', ${joinedAt}, ${joinedAt}
          )
          returning id::float8 as id
        `
        ids.set(nr, row?.id as number)
      }
    },
  }
}
