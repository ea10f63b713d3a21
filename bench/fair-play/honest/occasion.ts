import { offsetSeconds } from "#primitives/zones.ts"
import type { Athlete } from "../model/athlete.ts"
import { type Outing, type Part, record } from "../model/outing.ts"
import type { Random } from "../model/random.ts"
import { endOf, type Recording, type Sending } from "../model/recording.ts"

/** One honest session of an athlete: when, and with whom. */
export interface Occasion {
  athlete: Athlete
  startedAt: Date
  /** Random numbers for this session only. */
  random: Random
  /** Identifies what the session shares with those of others: a ride, a class, a race, a workout of the week. */
  group: string
}

/** Returns the recordings that the athlete sends for a session. */
export type HonestType = (occasion: Occasion) => Sending[]

/** The optional parts of `outing`. */
type Given = Omit<Outing, "device" | "startedAt" | "utcOffsetS" | "heart" | "pausesItself"> & Partial<Outing>

/** Records with the athlete's watch, in the athlete's zone. */
export function recorded({ athlete, startedAt, random }: Occasion, given: Given): Recording {
  return record(
    athlete,
    {
      device: athlete.watch,
      startedAt,
      utcOffsetS: offsetSeconds(startedAt, athlete.timeZone),
      heart: athlete.hasHeart,
      pausesItself: athlete.pausesItself,
      ...given,
    },
    random,
  )
}

/** One file, or one activity of a service, that arrives soon after its end. */
export function sending(
  { athlete, random }: Occasion,
  recordings: readonly Recording[],
  { afterS = random.between(120, 5400), ...changes }: Partial<Sending> & { afterS?: number } = {},
): Sending {
  const end = Math.max(...recordings.map((one) => endOf(one).getTime()))
  return {
    athlete: athlete.nr,
    source: "file",
    as: "fit",
    recordings,
    arrivesAt: new Date(end + afterS * 1000),
    ...changes,
  }
}

/** Sends the recordings as one file. */
export function one(occasion: Occasion, given: Given): Sending[] {
  return [sending(occasion, [recorded(occasion, given)])]
}

/** An effort of the given minutes; the speed is a share of the athlete's easy speed. */
export function steady(minutes: number, effort: number, speed: number): Part {
  return { seconds: Math.round(minutes * 60), effort, speed }
}

/**
 * Alternating hard and easy intervals, with warm-up and cool-down; guided by a watch they are the same to the second
 * each time.
 */
export function repeats(
  { athlete, random }: Occasion,
  {
    times,
    hardS,
    easyS,
    hard,
    easy,
  }: Record<"times" | "hardS" | "easyS", number> & Record<"hard" | "easy", Part>,
): Part[] {
  const about = (seconds: number, spread: number) =>
    Math.max(8, Math.round(athlete.isLed ? seconds : random.normal(seconds, seconds * spread)))
  const warm = { seconds: about(900, 0.15), effort: 0.58, speed: easy.speed * 1.15 }
  const sets = Array.from({ length: times }, () => [
    { ...hard, seconds: about(hardS, 0.03), effort: hard.effort + random.normal(0, 0.015) },
    { ...easy, seconds: about(easyS, 0.08) },
  ])
  return [warm, ...sets.flat(), { ...warm, seconds: about(600, 0.2) }]
}
