import { anyBody, type Body } from "./body.ts"
import { movedBy, type Place } from "./ground.ts"
import { createRandom } from "./random.ts"
import type { Device } from "./recording.ts"

type Persona = "runner" | "cyclist" | "triathlete" | "lifter" | "walker" | "rower" | "mountaineer" | "wheeler"

/** A member who trains honestly. */
export interface Athlete {
  nr: number
  persona: Persona
  /** Sixty members of one town. */
  club: number
  town: Place
  home: Place
  timeZone: string
  body: Body
  /** Easy speed in meters per second. */
  runs: number
  rides: number
  watch: Device
  bikeComputer: Device
  /** Wears a heart rate sensor. */
  hasHeart: boolean
  /** Uses automatic pauses. */
  pausesItself: boolean
  /** Follows workouts guided by the watch, to the second. */
  isLed: boolean
}

export const clubSize = 60

const towns = [
  { lat: 33.68, lon: -117.83, timeZone: "America/Los_Angeles" },
  { lat: 33.83, lon: -117.91, timeZone: "America/Los_Angeles" },
  { lat: 33.77, lon: -118.15, timeZone: "America/Los_Angeles" },
  { lat: 40.72, lon: -73.98, timeZone: "America/New_York" },
  { lat: 52.5, lon: 13.42, timeZone: "Europe/Berlin" },
] as const

/** How many of ten members have each persona; the rest are runners. */
const shares: readonly (readonly [Persona, number])[] = [
  ["cyclist", 0.18],
  ["triathlete", 0.12],
  ["lifter", 0.14],
  ["walker", 0.14],
  ["rower", 0.06],
  ["mountaineer", 0.06],
  ["wheeler", 0.03],
]

export function anyAthlete(seed: string, nr: number): Athlete {
  const random = createRandom(seed, "athlete", nr)
  const club = Math.floor(nr / clubSize)
  const { timeZone, ...town } = towns[club % towns.length] as (typeof towns)[number]
  const serial = () => Math.floor(random.between(3_300_000_000, 3_500_000_000))
  const persona = personaAt(random.next())
  return {
    nr,
    persona,
    club,
    town,
    home: movedBy(town, random.normal(0, 3500), random.normal(0, 3500)),
    timeZone,
    body: anyBody(random),
    runs: Math.min(3.7, Math.max(2.1, random.normal(2.8, 0.3))),
    rides: Math.min(9.4, Math.max(5.6, random.normal(7.4, 0.7))),
    watch: { manufacturer: 1, product: random.pick([3113, 3589, 3990, 4257]), serial: serial() },
    bikeComputer: { manufacturer: 1, product: random.pick([3570, 3843]), serial: serial() },
    hasHeart: random.chance(0.9),
    pausesItself: random.chance(0.6),
    isLed: random.chance(0.5),
  }
}

function personaAt(drawn: number): Persona {
  let reached = 0
  for (const [persona, share] of shares) {
    reached += share
    if (drawn < reached) return persona
  }
  return "runner"
}
