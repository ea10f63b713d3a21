import { offsetSeconds } from "#primitives/zones.ts"
import { loop, movedBy, way } from "../model/ground.ts"
import { record } from "../model/outing.ts"
import type { Recording } from "../model/recording.ts"
import { type HonestType, type Occasion, one, recorded, sending, steady } from "./occasion.ts"
import { usualWay } from "./runs.ts"

const swimming = (o: Occasion, minutes: number) => steady(minutes, 0.6, o.athlete.runs * 0.32)

const pool: HonestType = (o) => {
  const speed = o.athlete.runs * 0.34
  const lengths = Array.from({ length: Math.round(o.random.between(7, 14)) }, () => [
    { seconds: 200 / speed, effort: 0.65 + o.random.normal(0, 0.03), speed },
    { seconds: o.random.between(20, 45), effort: 0.45, speed: 0 },
  ])
  return one(o, { sport: [5, 17], parts: lengths.flat(), route: null, hills: "none", heart: false })
}

/** A distance in meters at a speed in meters per second. */
const race = (meters: number, effort: number, speed: number) => steady(meters / speed / 60, effort, speed)

/** Three legs and two changes in one file: 1.9, 90 and 21.1 km, each at the athlete's own speed on the day. */
const triathlon: HonestType = (o) => {
  const { athlete, random } = o
  const onTheDay = (speed: number) => speed * Math.max(0.85, random.normal(1, 0.03))
  const legs: Parameters<typeof recorded>[1][] = [
    {
      sport: [5, 18],
      parts: [race(1900, 0.6, onTheDay(athlete.runs * 0.32))],
      route: loop("lake", athlete.town, 1500, 0),
      hills: "none",
    },
    { sport: [3, 0], parts: [steady(3, 0.6, 1)], route: null },
    {
      sport: [2, 7],
      parts: [race(90_000, 0.68, onTheDay(athlete.rides * 1.1))],
      route: loop("tri", athlete.town, 30_000, 50),
      hills: "wheels",
    },
    { sport: [3, 0], parts: [steady(2, 0.6, 1)], route: null },
    {
      sport: [1, 0],
      parts: [race(21_100, 0.74, onTheDay(athlete.runs * 1.05))],
      route: loop("tri run", athlete.town, 7000, 10),
    },
  ]
  const recordings: Recording[] = []
  let { startedAt } = o
  for (const leg of legs) {
    const recording = recorded({ ...o, startedAt }, { ...leg, pausesItself: false })
    recordings.push(recording)
    startedAt = new Date(startedAt.getTime() + recording.elapsedS * 1000)
  }
  return [sending(o, recordings)]
}

/** Runs while traveling: the watch has the local time zone, the account does not. */
const abroad: HonestType = (o) => {
  const isEast = o.athlete.timeZone !== "Europe/Berlin"
  const place = isEast ? { lat: 48.15, lon: 11.59 } : { lat: 34.05, lon: -118.4 }
  const outing = {
    sport: [1, 0],
    device: o.athlete.watch,
    startedAt: o.startedAt,
    utcOffsetS: offsetSeconds(o.startedAt, isEast ? "Europe/Berlin" : "America/Los_Angeles"),
    heart: o.athlete.hasHeart,
    parts: [steady(o.random.normal(45, 5), 0.62, o.athlete.runs)],
    route: loop(`abroad ${o.athlete.nr} ${o.random.pick([1, 2])}`, place, 7000),
    stops: 3,
  } as const
  return [sending(o, [record(o.athlete, outing, o.random)])]
}

const lifts: HonestType = (o) => {
  const runsDown = Array.from({ length: Math.round(o.random.between(8, 16)) }, () => [
    { seconds: o.random.between(180, 420), effort: 0.58, speed: o.random.normal(10, 1.5) },
    { seconds: o.random.between(300, 600), effort: 0.25, speed: 2.5 },
  ])
  const route = way(`piste ${o.athlete.club}`, movedBy(o.athlete.town, 55_000, 60_000), 3500, 0)
  return one(o, { sport: [13, 0], parts: runsDown.flat(), route, hills: "none" })
}

export const otherTypes = {
  "pool swim": pool,
  "open-water swim": (o) =>
    one(o, {
      sport: [5, 18],
      parts: [swimming(o, o.random.between(25, 60))],
      route: loop(`lake ${o.athlete.club}`, movedBy(o.athlete.town, 4000, 4000), 1500, 0),
      hills: "none",
      reception: { errorM: 6 },
    }),
  "half-ironman in one file": triathlon,
  "run abroad": abroad,
  hike: (o) =>
    one(o, {
      sport: [17, 0],
      parts: [steady(o.random.between(90, 300), 0.48, 1.25)],
      route: loop(`hike ${o.athlete.nr} ${o.random.pick([1, 2, 3])}`, o.athlete.home, 12_000, 220),
      stops: 6,
    }),
  "walk with a dog": (o) =>
    one(o, {
      sport: [11, 0],
      parts: [steady(o.random.between(22, 55), 0.27, 1.15)],
      route: usualWay(o, 2600),
      stops: 30,
      pausesItself: false,
    }),
  "wheelchair, sent as other": (o) =>
    one(o, {
      sport: [0, 0],
      parts: [steady(o.random.between(40, 130), 0.6, o.random.normal(4.6, 0.4))],
      route: loop(`chair ${o.athlete.nr} ${o.random.pick([1, 2])}`, o.athlete.home, 9000, 12),
      hills: "wheels",
      stops: 4,
    }),
  "day on skis": lifts,
  "cross-country skiing": (o) =>
    one(o, {
      sport: [12, 0],
      parts: [steady(o.random.between(60, 130), 0.68, o.athlete.runs * 1.35)],
      route: loop(`loipe ${o.athlete.club}`, movedBy(o.athlete.town, 50_000, 40_000), 10_000, 60),
    }),
  "rowing on the river": (o) =>
    one(o, {
      sport: [15, 0],
      parts: [steady(o.random.between(45, 80), 0.66, o.athlete.runs * 1.2)],
      route: way(`river ${o.athlete.club}`, o.athlete.town, 6000, 0),
      hills: "none",
    }),
} satisfies Record<string, HonestType>
