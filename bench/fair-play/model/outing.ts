import type { Athlete } from "./athlete.ts"
import { createHeart } from "./body.ts"
import type { Route } from "./ground.ts"
import { createDrift, createRandom, type Random } from "./random.ts"
import { createReceiver, type Reception } from "./receiver.ts"
import type { Device, FitSport, Point, Recording } from "./recording.ts"

/** Some time at one effort. */
export interface Part {
  seconds: number
  /** 0 at rest, 1 at maximum. */
  effort: number
  /** Meters per second on level ground. */
  speed: number
}

/** The effort, the place and the recorder of an outing. */
export interface Outing {
  sport: FitSport
  device: Device
  startedAt: Date
  utcOffsetS: number
  parts: readonly Part[]
  /** Null indoors. */
  route: Route | null
  /** Meters along the route at the start. */
  enters?: number
  /** Whether hills affect speed as for a runner, or as on wheels. */
  hills?: "feet" | "wheels" | "none"
  reception?: Reception
  /** Stops per hour, each of 10 to 70 seconds. */
  stops?: number
  /** The group: people with the same name change pace and stop at the same time. */
  together?: string
  /** Whether the recorder pauses automatically at stops. */
  pausesItself?: boolean
  /** Recorders with the same name here record the same heart rate, as two recorders of one session do. */
  heartOf?: string
  /** Whether a heart rate is recorded. */
  heart?: boolean
  /** The recorder's error in distance, as a share. */
  miscounts?: number
  /** Whether the athlete is carried, so that the heart is at rest. */
  carried?: boolean
}

/** Records it, with about one point per second; the points of a long one are farther apart. */
export function record(athlete: Athlete, outing: Outing, random: Random): Recording {
  const total = outing.parts.reduce((sum, { seconds }) => sum + seconds, 0)
  const step = Math.min(15, Math.max(4, Math.ceil(total / 480)))
  const beats = outing.heartOf === undefined ? random : createRandom("heart", outing.heartOf)
  const heartOf = createHeart(athlete.body, beats)
  const receive = createReceiver(random, outing.reception ?? {})
  const shared = outing.together === undefined ? random : createRandom("together", outing.together)
  const pace = createDrift(shared, 0.035, 45)
  // Wind, fatigue and company also change the pace over about a quarter of an hour.
  const slowPace = createDrift(shared, 0.025, 900)
  const mood = createDrift(beats, 0.02, 240)
  const points: Point[] = []
  const counted = 1 + (outing.miscounts ?? random.normal(0, 0.006))
  let [at, pausedS, way, meters] = [0, 0, outing.enters ?? 0, 0]
  const write = (effort: number) => {
    const on = outing.route?.at(way)
    const shown = on ? receive(on, at, step) : { lat: Number.NaN, lon: Number.NaN }
    const beats = heartOf(outing.carried ? 0.12 : effort, step)
    points.push({
      at,
      ...shown,
      meters: meters * counted,
      heart: outing.heart === false ? Number.NaN : beats,
      altitude: on?.altitude ?? Number.NaN,
    })
    return on?.grade ?? 0
  }
  for (const part of outing.parts) {
    for (let done = 0; done < part.seconds; done += step) {
      const stops = (outing.stops ?? 0) > 0 && shared.chance(((outing.stops ?? 0) * step) / 3600)
      const standsS = stops && part.speed > 0 ? shared.between(10, 70) : 0
      for (let stood = 0; stood < standsS; stood += step) {
        if (outing.pausesItself) {
          heartOf(0.25, step)
          pausedS += step
        } else write(0.25)
        at += step
      }
      const effort = Math.max(0.1, part.effort + mood(step))
      const grade = write(effort)
      const even = Math.min(part.speed * slowed(grade, outing.hills ?? "feet"), steepest(grade))
      const speed = Math.max(0, even * (1 + pace(step) + slowPace(step)))
      way += speed * step
      meters += speed * step
      at += step
    }
  }
  write(0.2)
  return {
    sport: outing.sport,
    device: outing.device,
    startedAt: outing.startedAt,
    utcOffsetS: outing.utcOffsetS,
    elapsedS: at,
    timerS: at - pausedS,
    meters: Math.round(meters * counted),
    points,
  }
}

/** Nobody in the model climbs more than about 850 meters an hour. */
function steepest(grade: number): number {
  return grade > 0 ? 850 / 3600 / grade : Number.POSITIVE_INFINITY
}

/** The share of the speed on level ground that is left on a slope. */
function slowed(grade: number, hills: "feet" | "wheels" | "none"): number {
  if (hills === "none") return 1
  if (hills === "feet") return Math.min(1.25, Math.max(0.35, 1 - 3.2 * grade))
  return Math.min(1.7, Math.max(0.3, 1 - 7 * grade))
}
