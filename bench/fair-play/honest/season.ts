import { addDays, instantAt } from "#primitives/zones.ts"
import { type Athlete, anyAthlete, clubSize } from "../model/athlete.ts"
import { createRandom } from "../model/random.ts"
import { endOf, type Sending } from "../model/recording.ts"
import { events, isAbroad, raceWeek } from "./events.ts"
import { habits } from "./habits.ts"
import type { Occasion } from "./occasion.ts"
import { honestTypes, type TypeName } from "./types.ts"

export interface SeasonOptions {
  seed: string
  athletes: number
  weeks: number
}

/** An honest session, planned. What is sent of it is made anew, and alike, each time. */
export interface Session {
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
  const { seed, athletes, weeks } = options
  const planned: Session[] = []
  for (const athlete of athletesOf(options)) {
    const add = (type: TypeName, day: string, time: string, group: string, timeZone = athlete.timeZone) => {
      const startedAt = new Date(
        instantAt(day, time, timeZone).getTime() + startsAfterMs(seed, athlete, day, type),
      )
      const words = [seed, "session", athlete.nr, type, startedAt.toISOString()]
      const occasion = (): Occasion => ({ athlete, startedAt, group, random: createRandom(...words) })
      planned.push({ type, athlete, startedAt, make: () => honestTypes[type](occasion()) })
    }
    for (let week = 0; week < weeks; week++) {
      const monday = addDays(firstDay, week * 7)
      if (athlete.nr < athletes && isAbroad(athlete, week, seed)) {
        const time = athlete.timeZone === "Europe/Berlin" ? "17:00" : "08:00"
        for (const day of [1, 2, 3, 4]) add("run abroad", addDays(monday, day), time, "alone")
        continue
      }
      for (const event of events) {
        if (athlete.nr >= athletes && week !== raceWeek) continue
        if (!event.takesPart(athlete, week, seed)) continue
        const group = { all: "all", club: `club ${athlete.club}`, pair: `pair ${athlete.nr >> 1}` }[
          event.group
        ]
        add(
          event.type,
          addDays(monday, event.day),
          event.time,
          `${group} ${week} ${event.type}`,
          event.timeZone,
        )
      }
      if (athlete.nr >= athletes) continue
      for (const [nr, [day, time, type, often]] of habits[athlete.persona].entries()) {
        if (!createRandom(seed, "habit", athlete.nr, week, nr).chance(often / 10)) continue
        const back = time > "12:00" ? "back" : "out"
        add(type, addDays(monday, day), time, `club ${athlete.club} ${week} ${type} ${back}`)
      }
    }
  }
  return planned.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || a.athlete.nr - b.athlete.nr)
}

const together: readonly TypeName[] = [
  "5 km race, once with 300",
  "club ride of 30",
  "spin class of 20",
  "run of two members",
]

/** Who trains alone starts some minutes sooner or later. */
function startsAfterMs(seed: string, athlete: Athlete, day: string, type: TypeName): number {
  if (together.includes(type)) return 0
  return Math.round(createRandom(seed, "start", athlete.nr, day, type).between(0, 1200)) * 1000
}

/**
 * What arrives of the first `most` sessions, in the order of arrival. An athlete who is still busy leaves the next session out.
 */
export function* arrivalsOf(
  sessions: readonly Session[],
  most = Number.POSITIVE_INFINITY,
): Generator<{ session: Session; sending: Sending }> {
  const busyUntil = new Map<number, number>()
  let made = 0
  let waiting: { session: Session; sending: Sending }[] = []
  const due = function* (until: number) {
    const [now, later] = [
      waiting.filter((one) => isDue(one, until)),
      waiting.filter((one) => !isDue(one, until)),
    ]
    waiting = later
    yield* now.sort((a, b) => a.sending.arrivesAt.getTime() - b.sending.arrivesAt.getTime())
  }
  for (const session of sessions) {
    const start = session.startedAt.getTime()
    yield* due(start)
    if (start < (busyUntil.get(session.athlete.nr) ?? 0)) continue
    if (made++ >= most) break
    const sendings = session.make()
    const ends = sendings.flatMap(({ recordings }) => recordings.map((one) => endOf(one).getTime()))
    busyUntil.set(session.athlete.nr, Math.max(...ends) + 600_000)
    waiting.push(...sendings.map((sending) => ({ session, sending })))
  }
  yield* due(Number.POSITIVE_INFINITY)
}

function isDue({ sending }: { sending: Sending }, until: number): boolean {
  return sending.arrivesAt.getTime() <= until
}
