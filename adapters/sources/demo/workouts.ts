import type { RecordedActivity } from "#ports/recorded.ts"

/** A sample athlete whose training is generated. */
interface SampleAthlete {
  id: string
  /** "Running, Hybrid" */
  sport: string
}

interface Session {
  sport: string
  name: string
  /** Minimum and maximum minutes. */
  minutes: readonly [number, number]
  /** km/h at the athlete's usual effort; 0 for kinds without distance. */
  kmh: number
  indoor?: boolean
}

const run: Session = { sport: "running", name: "Easy run", minutes: [28, 58], kmh: 10.6 }
const longRun: Session = { sport: "running", name: "Long run", minutes: [70, 125], kmh: 10.1 }
const trail: Session = { sport: "trail_running", name: "Trail run", minutes: [45, 110], kmh: 8.6 }
const ride: Session = { sport: "cycling", name: "Road ride", minutes: [55, 150], kmh: 27 }
const swim: Session = { sport: "lap_swimming", name: "Pool swim", minutes: [30, 60], kmh: 2.9 }
const lift: Session = {
  sport: "strength_training",
  name: "Barbell session",
  minutes: [40, 75],
  kmh: 0,
  indoor: true,
}
const circuit: Session = { sport: "hiit", name: "Circuit", minutes: [25, 45], kmh: 0, indoor: true }
const erg: Session = {
  sport: "indoor_rowing",
  name: "Rowing intervals",
  minutes: [20, 40],
  kmh: 13,
  indoor: true,
}
const push: Session = { sport: "wheelchair_push_run", name: "Chair session", minutes: [35, 75], kmh: 19 }
const longPush: Session = { sport: "wheelchair_push_run", name: "Long push", minutes: [75, 120], kmh: 18 }
const handcycle: Session = { sport: "hand_cycling", name: "Handcycle ride", minutes: [50, 120], kmh: 22 }
const walk: Session = { sport: "walking", name: "Walk", minutes: [25, 60], kmh: 5.4 }
const yoga: Session = { sport: "yoga", name: "Yoga", minutes: [20, 45], kmh: 0, indoor: true }

/** A week's activities by sport; frequent ones are repeated. */
const habits: Record<string, readonly Session[]> = {
  running: [run, run, run, longRun, lift, yoga],
  "trail running": [trail, trail, run, longRun, walk],
  triathlon: [swim, ride, run, run, ride, lift],
  swimming: [swim, swim, swim, run, yoga],
  cycling: [ride, ride, ride, run, yoga],
  hybrid: [run, lift, circuit, erg, run, walk],
  "wheelchair racing": [push, push, push, longPush, lift],
  handcycling: [handcycle, handcycle, lift],
  lifting: [lift, lift, lift, walk, erg],
}

/**
 * A sample athlete's activities on a day, possibly none; deterministic for the same athlete and day. `dayStart` is the day's
 * first instant, `utcOffsetS` the athlete's UTC offset in seconds.
 */
export function sampleWorkouts(
  athlete: SampleAthlete,
  day: string,
  dayStart: Date,
  utcOffsetS: number,
): RecordedActivity[] {
  const self = random(athlete.id)
  const daysAWeek = 3.4 + self() * 3.2
  const fitness = 0.86 + self() * 0.34
  const earlyRiser = self() < 0.65
  const today = random(`${athlete.id} ${day}`)
  if (today() > daysAWeek / 7) return []
  const count = today() < 0.16 ? 2 : 1
  const sessions = sportsOf(athlete.sport)
  return Array.from({ length: count }, (_, n) => {
    const session = sessions[Math.floor(today() * sessions.length)] as Session
    const morning = n === 0 ? earlyRiser : !earlyRiser
    const hour = morning ? 5.4 + today() * 2.6 : 16.6 + today() * 2.6
    const [least, most] = session.minutes
    const movingS = Math.round((least + (most - least) * today() ** 1.4) * 60)
    const kmh = session.kmh * fitness * (0.94 + today() * 0.12)
    return {
      externalId: `${day}-${n}`,
      sports: [session.sport],
      name: session.name,
      startedAt: new Date(dayStart.getTime() + Math.round(hour * 3600) * 1000),
      utcOffsetS,
      elapsedS: movingS + Math.round(today() * (session.indoor ? 30 : 240)),
      movingS,
      distanceM: Math.round((kmh / 3.6) * movingS),
      elevationM: session.indoor ? null : Math.round(today() * movingS * 0.05),
      fiveMinutesKmh: kmh > 0 ? kmh * (1.04 + today() * 0.12) : null,
      indoor: session.indoor ?? false,
      virtual: false,
      detail: 600_000 + Math.min(99_999, movingS),
    }
  })
}

function sportsOf(sport: string): readonly Session[] {
  const own = sport.split(",").flatMap((word) => habits[word.trim().toLowerCase()] ?? [])
  return own.length > 0 ? own : (habits.running as readonly Session[])
}

/** Deterministic numbers in [0, 1) from a seed: FNV-1a for the seed, xorshift-multiply (mulberry32) after it. */
function random(seed: string): () => number {
  let state = 2_166_136_261
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
