import { loop, way } from "../model/ground.ts"
import type { Part } from "../model/outing.ts"
import { createRandom } from "../model/random.ts"
import { type HonestType, type Occasion, one, recorded, repeats, sending, steady } from "./occasion.ts"

const road = [2, 7] as const
const indoors = [2, 6] as const

function rideParts({ athlete, random }: Occasion, minutes: number, effort = 0.6): Part[] {
  return [
    steady(
      random.normal(minutes, minutes * 0.1),
      effort + random.normal(0, 0.02),
      athlete.rides * (effort / 0.6),
    ),
  ]
}

/** The commute to work, and back in the afternoon. */
const commute: HonestType = (o) => {
  const lengthM = 7000 + (o.athlete.nr % 7) * 1100
  const isBack = o.group.endsWith("back")
  const speed = o.athlete.rides * o.random.normal(0.86, 0.03)
  return one(o, {
    sport: road,
    parts: [{ seconds: lengthM / speed, effort: 0.5, speed }],
    route: way(`to work ${o.athlete.nr}`, o.athlete.home, lengthM),
    enters: isBack ? lengthM : 0,
    hills: "wheels",
    stops: 14,
  })
}

function withClub(o: Occasion) {
  const shared = createRandom(o.group)
  return {
    sport: road,
    parts: [{ seconds: shared.between(6600, 9600), effort: 0.58 + o.random.normal(0, 0.03), speed: 7.8 }],
    route: loop(o.group, o.athlete.town, 45_000, 60),
    hills: "wheels",
    stops: 4,
    together: o.group,
    device: o.athlete.bikeComputer,
  } as const
}

const club: HonestType = (o) => {
  const startedAt = new Date(o.startedAt.getTime() + Math.round(o.random.between(0, 120)) * 1000)
  return one({ ...o, startedAt }, withClub(o))
}

const twoDevices: HonestType = (o) => {
  const name = `${o.athlete.nr} ${o.startedAt.toISOString()}`
  const ride = {
    sport: road,
    parts: rideParts(o, 110),
    route: loop(`${o.athlete.nr} long`, o.athlete.home, 38_000, 60),
    hills: "wheels",
    stops: 5,
    together: name,
    heartOf: name,
  } as const
  const computer = recorded(o, { ...ride, device: o.athlete.bikeComputer })
  const later = {
    ...o,
    startedAt: new Date(o.startedAt.getTime() + Math.round(o.random.between(5, 90)) * 1000),
  }
  return [sending(o, [computer]), sending(o, [recorded(later, ride)], { afterS: 7200 })]
}

/** A class in which everybody follows one instructor. */
const spin: HonestType = (o) => {
  const shared = createRandom(o.group)
  const songs = Array.from(
    { length: 11 },
    () => [shared.between(170, 270), shared.between(0.55, 0.92)] as const,
  )
  const parts = songs.map(([seconds, effort]) => ({
    seconds,
    effort: effort * o.random.normal(0.97, 0.03),
    speed: 8,
  }))
  return one(o, { sport: [2, 5], parts, route: null, hills: "none" })
}

const ramp: HonestType = (o) => {
  const steps = Array.from({ length: 18 }, (_, nr) => ({
    seconds: 60,
    effort: 0.42 + nr * 0.03,
    speed: 6 + nr * 0.22,
  }))
  const before = { seconds: o.athlete.isLed ? 600 : o.random.normal(600, 60), effort: 0.4, speed: 6 }
  const last = Math.floor(o.random.normal(15, 1))
  const parts = [before, ...steps.slice(0, last), { ...before, seconds: 300 }]
  return one(o, { sport: indoors, parts, route: null, hills: "none" })
}

const trainerIntervals: HonestType = (o) =>
  one(o, {
    sport: indoors,
    parts: repeats(o, {
      ...{ times: 6, hardS: 240, easyS: 120 },
      hard: { seconds: 0, effort: 0.87, speed: o.athlete.rides * 1.25 },
      easy: { seconds: 0, effort: 0.48, speed: o.athlete.rides * 0.7 },
    }),
    route: null,
    hills: "none",
  })

/** On the roads of a virtual island in a game; everybody rides the same ones. */
const virtual: HonestType = (o) =>
  one(o, {
    sport: [2, 58],
    parts: rideParts(o, o.random.between(40, 75), 0.66),
    route: loop(`island ${Math.floor(o.random.between(0, 5))}`, { lat: -11.65, lon: 166.95 }, 14_000, 80),
    hills: "wheels",
    reception: { errorM: 0.01 },
  })

export const rideTypes = {
  "road ride": (o) =>
    one(o, {
      sport: road,
      parts: rideParts(o, 95),
      route: loop(`${o.athlete.nr} ${Math.floor(o.random.between(0, 4))}`, o.athlete.home, 32_000, 50),
      hills: "wheels",
      stops: 6,
      device: o.athlete.bikeComputer,
    }),
  "gravel ride": (o) =>
    one(o, {
      sport: [2, 46],
      parts: rideParts(o, 120, 0.64),
      route: loop(`${o.athlete.nr} gravel`, o.athlete.home, 30_000, 130),
      hills: "wheels",
      stops: 4,
    }),
  "commute on one way": commute,
  "club ride of 30": club,
  "ride with watch and bike computer": twoDevices,
  "spin class of 20": spin,
  "ramp on a trainer": ramp,
  "6 x 4 min on a trainer": trainerIntervals,
  "virtual ride": virtual,
  "e-bike ride, marked": (o) =>
    one(o, {
      sport: [21, 0],
      parts: rideParts(o, 60, 0.4).map((part) => ({ ...part, speed: 6.4 })),
      route: loop(`${o.athlete.nr} e-bike`, o.athlete.home, 16_000, 60),
      hills: "none",
      stops: 8,
    }),
} satisfies Record<string, HonestType>
