import { addDays, instantAt } from "#primitives/zones.ts"
import { type Athlete, anyAthlete, clubSize } from "../model/athlete.ts"
import { createRandom } from "../model/random.ts"
import type { Sending } from "../model/recording.ts"
import { events, isAbroad } from "./events.ts"
import { habits } from "./habits.ts"
import type { Occasion } from "./occasion.ts"
import { honestTypes, type TypeName } from "./types.ts"

export interface SeasonOptions {
  seed: string
  athletes: number
  weeks: number
}

/** A planned honest session. Its recordings are generated identically each time. */
export interface Session {
  /** Its number in the order of starts. */
  nr: number
  type: TypeName
  athlete: Athlete
  startedAt: Date
  make(): Sending[]
}

/** Monday on which a two-week season begins. Clocks change in the sixth and seventh week. */
export const firstDay = "2026-09-14"

/** Everybody who has an account, guests of the race included. */
export function athletesOf({ seed, athletes }: SeasonOptions): Athlete[] {
  const guests = athletes === 5 * clubSize ? 2 * clubSize : 0
  return Array.from({ length: athletes + guests }, (_, nr) => anyAthlete(seed, nr))
}

/** Sessions in the order of their starts. */
export function sessionsOf(options: SeasonOptions): Session[] {
  const sessions = athletesOf(options).flatMap((athlete) =>
    Array.from({ length: options.weeks }, (_, week) => weekOf(athlete, week, options)).flat(),
  )
  return sessions
    .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || a.athlete.nr - b.athlete.nr)
    .map((session, nr) => ({ ...session, nr }))
}

function weekOf(athlete: Athlete, week: number, { seed, athletes }: SeasonOptions): Omit<Session, "nr">[] {
  const planned: Omit<Session, "nr">[] = []
  const add = (type: TypeName, day: number, time: string, group: string, timeZone = athlete.timeZone) => {
    const on = addDays(firstDay, week * 7 + day)
    const startedAt = new Date(
      instantAt(on, time, timeZone).getTime() + startsAfterMs(seed, athlete, on, type),
    )
    const words = [seed, "session", athlete.nr, type, startedAt.toISOString()]
    const occasion = (): Occasion => ({ athlete, startedAt, group, random: createRandom(...words) })
    planned.push({ type, athlete, startedAt, make: () => honestTypes[type](occasion()) })
  }
  const isGuest = athlete.nr >= athletes
  if (!isGuest && isAbroad(athlete, week, seed)) {
    const time = athlete.timeZone === "Europe/Berlin" ? "17:00" : "08:00"
    for (const day of [1, 2, 3, 4]) add("run abroad", day, time, "alone")
    return planned
  }
  for (const event of events) {
    if ((isGuest && event.group !== "all") || !event.takesPart(athlete, week, seed)) continue
    const groups = { all: "all", club: `club ${athlete.club}`, pair: `pair ${athlete.nr >> 1}` }
    add(event.type, event.day, event.time, `${groups[event.group]} ${week} ${event.type}`, event.timeZone)
  }
  if (isGuest) return planned
  for (const [nr, [day, time, type, often]] of habits[athlete.persona].entries()) {
    if (!createRandom(seed, "habit", athlete.nr, week, nr).chance(often / 10)) continue
    add(type, day, time, `club ${athlete.club} ${week} ${type} ${time > "12:00" ? "back" : "out"}`)
  }
  return planned
}

const together: readonly TypeName[] = [
  "5 km race, once with 300",
  "club ride of 30",
  "spin class of 20",
  "run of two members",
]

/** Athletes who train alone start a few minutes earlier or later. */
function startsAfterMs(seed: string, athlete: Athlete, day: string, type: TypeName): number {
  if (together.includes(type)) return 0
  return Math.round(createRandom(seed, "start", athlete.nr, day, type).between(0, 1200)) * 1000
}
