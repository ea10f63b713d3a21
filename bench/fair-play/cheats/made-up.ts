import { loop, movedBy, type Place } from "../model/ground.ts"
import type { Random } from "../model/random.ts"
import type { FitSport, Point, Recording } from "../model/recording.ts"
import { editorDevice } from "./edits.ts"

interface MadeUp {
  minutes: number
  /** Meters per second. */
  speed: number
  /** Null indoors. */
  place: Place | null
  random: Random
  hasHeart: boolean
  sport?: FitSport
  /** Along one line instead of a course. */
  isStraight?: boolean
}

/** The output of a program that fabricates tracks: an even pace, a smooth heart rate, positions without error. */
export function madeUpRun(startedAt: Date, { sport = [1, 0], ...told }: MadeUp): Recording {
  const { minutes, speed, place, random, hasHeart, isStraight } = told
  const seconds = Math.round(minutes * 60)
  const route = place && loop(`made up ${random.next()}`, place, 5000)
  const [slow, fast] = [random.between(200, 500), random.between(40, 120)]
  const points: Point[] = []
  for (let at = 0; at <= seconds; at += 5) {
    const meters = at * speed
    const on = place && (isStraight ? movedBy(place, meters, meters / 3) : route?.at(meters))
    points.push({
      ...{ at, meters, altitude: 50 },
      lat: on?.lat ?? Number.NaN,
      lon: on?.lon ?? Number.NaN,
      heart: hasHeart ? Math.round(148 + 6 * Math.sin(at / slow) + 4 * Math.sin(at / fast)) : Number.NaN,
    })
  }
  return {
    ...{ sport, device: editorDevice, startedAt, utcOffsetS: -8 * 3600, points },
    ...{ elapsedS: seconds, timerS: seconds, meters: Math.round(seconds * speed) },
  }
}

/** Only totals, as written by a file editor. */
export function totalsOnly(startedAt: Date, sport: FitSport, hours: number, km: number): Recording {
  const seconds = Math.round(hours * 3600)
  return {
    ...{ sport, device: editorDevice, startedAt, utcOffsetS: -8 * 3600, points: [] },
    ...{ elapsedS: seconds, timerS: seconds, meters: Math.round(km * 1000) },
  }
}
