import { movedBy } from "../model/ground.ts"
import type { Random } from "../model/random.ts"
import type { Device, FitSport, Point, Recording } from "../model/recording.ts"

/** The recorder that an editor writes into a file. */
export const editorDevice: Device = { manufacturer: 255, product: 0, serial: 1 }

export function at(recording: Recording, startedAt: Date): Recording {
  return { ...recording, startedAt }
}

export function as(recording: Recording, sport: FitSport): Recording {
  return { ...recording, sport }
}

/** Each point changed; the totals stay the same. */
function each(recording: Recording, change: (point: Point, nr: number) => Point): Recording {
  return { ...recording, points: recording.points.map(change) }
}

/** The part between two shares of its time. */
export function piece(recording: Recording, from: number, to: number): Recording {
  const { points } = recording
  const part = points.slice(Math.floor(points.length * from), Math.ceil(points.length * to))
  const [first, last] = [part[0] as Point, part.at(-1) as Point]
  const seconds = last.at - first.at
  return {
    ...recording,
    startedAt: new Date(recording.startedAt.getTime() + first.at * 1000),
    elapsedS: seconds,
    timerS: Math.min(seconds, Math.round(recording.timerS * (to - from))),
    meters: Math.round(last.meters - first.meters),
    points: part.map((point) => ({ ...point, at: point.at - first.at, meters: point.meters - first.meters })),
  }
}

/** From its end to its start. */
export function reversed(recording: Recording): Recording {
  const { points } = recording
  const last = points.at(-1) as Point
  const turned = points.map((point) => ({
    ...point,
    at: last.at - point.at,
    meters: last.meters - point.meters,
  }))
  return { ...recording, points: turned.reverse() }
}

export function faster(recording: Recording, times: number): Recording {
  const { elapsedS, timerS } = recording
  const changed = each(recording, (point) => ({ ...point, at: point.at / times }))
  return { ...changed, elapsedS: Math.round(elapsedS / times), timerS: Math.round(timerS / times) }
}

/** Moved over the ground, in meters. */
export function moved(recording: Recording, north: number, east: number): Recording {
  return each(recording, (point) => ({ ...point, ...movedBy(point, north, east) }))
}

/** East becomes west. */
export function mirrored(recording: Recording): Recording {
  const middle = recording.points.find(({ lon }) => !Number.isNaN(lon))?.lon ?? 0
  return each(recording, (point) => ({ ...point, lon: 2 * middle - point.lon }))
}

export function thinned(recording: Recording, keepEvery: number): Recording {
  return { ...recording, points: recording.points.filter((_, nr) => nr % keepEvery === 0) }
}

export function noisy(recording: Recording, random: Random, meters: number, beats: number): Recording {
  return each(recording, (point) => ({
    ...point,
    ...movedBy(point, random.normal(0, meters), random.normal(0, meters)),
    heart: Math.round(point.heart + random.normal(0, beats)),
  }))
}

export function withoutHeart(recording: Recording): Recording {
  return each(recording, (point) => ({ ...point, heart: Number.NaN }))
}

/** With the heart rates of another recording, stretched to its length. */
export function withHeartOf(recording: Recording, { points }: Recording): Recording {
  const share = points.length / recording.points.length
  return each(recording, (point, nr) => ({
    ...point,
    heart: (points[Math.floor(nr * share)] as Point).heart,
  }))
}

/** Several recordings joined into one. */
export function merged(first: Recording, second: Recording, gapS: number): Recording {
  const [after, before] = [first.elapsedS + gapS, first.points.at(-1)?.meters ?? 0]
  const later = second.points.map((point) => ({
    ...point,
    at: point.at + after,
    meters: point.meters + before,
  }))
  return {
    ...first,
    elapsedS: after + second.elapsedS,
    timerS: first.timerS + second.timerS,
    meters: first.meters + second.meters,
    points: [...first.points, ...later],
  }
}

/** More distance than its positions show, with positions missing for a share of the time. */
export function stretched(recording: Recording, times: number, missing: number): Recording {
  const from = recording.points.length * (1 - missing)
  const changed = each(recording, (point, nr) => ({
    ...point,
    meters: point.meters * times,
    ...(nr >= from ? { lat: Number.NaN, lon: Number.NaN } : {}),
  }))
  return { ...changed, meters: Math.round(recording.meters * times) }
}
