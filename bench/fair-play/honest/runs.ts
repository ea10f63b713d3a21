import { loop, movedBy, track } from "../model/ground.ts"
import type { Part } from "../model/outing.ts"
import { createRandom } from "../model/random.ts"
import { type HonestType, type Occasion, one, recorded, repeats, sending, steady } from "./occasion.ts"

const running = [1, 0] as const

/** One of the athlete's six usual routes around home. */
export function usualWay({ athlete, random }: Occasion, lengthM: number, hills = 15) {
  const nr = Math.floor(random.between(0, 6))
  return loop(`${athlete.nr} ${nr} ${hills}`, athlete.home, lengthM * (0.8 + nr * 0.08), hills)
}

function easyParts({ athlete, random }: Occasion, minutes: number, effort = 0.62): Part[] {
  const { runs } = athlete
  const share = effort / 0.62
  return [steady(random.normal(minutes, minutes * 0.12), effort + random.normal(0, 0.02), runs * share)]
}

function repeated(
  occasion: Occasion,
  set: { times: number; hardS: number; easyS: number; effort: number },
): Part[] {
  const { runs } = occasion.athlete
  return repeats(occasion, {
    ...set,
    hard: { seconds: 0, effort: set.effort, speed: runs * 1.3 },
    easy: { seconds: 0, effort: 0.5, speed: runs * 0.75 },
  })
}

const outdoors = (occasion: Occasion, parts: Part[], lengthM = 8000, hills = 15) =>
  ({ sport: running, parts, route: usualWay(occasion, lengthM, hills), stops: 2 }) as const

/** A route where nothing interrupts a hard effort. */
const onThePath = (occasion: Occasion, parts: Part[]) => ({ ...outdoors(occasion, parts), stops: 0 })

const easy: HonestType = (o) => one(o, outdoors(o, easyParts(o, 45)))

const late: HonestType = (o) => [
  sending(o, [recorded(o, outdoors(o, easyParts(o, 50)))], { afterS: o.random.between(1, 6.5) * 86_400 }),
]

/** Sent by a service, and uploaded as a file as well. */
const serviceAndFile: HonestType = (o) => {
  const run = recorded(o, outdoors(o, easyParts(o, 40)))
  return [
    sending(o, [run], { source: "polar" }),
    sending(o, [run], { as: o.random.chance(0.5) ? "fit" : "gpx", afterS: 9000 }),
  ]
}

/** Strava reports only totals, recomputed from the track. */
const stravaAndFile: HonestType = (o) => {
  const run = recorded(o, outdoors(o, easyParts(o, 40)))
  const told = { ...run, meters: Math.round(run.meters * o.random.normal(1, 0.005)) }
  return [
    sending(o, [told], { source: "strava", as: "totals", sports: ["Run"] }),
    sending(o, [run], { afterS: 9000 }),
  ]
}

const race: HonestType = (o) => {
  const { athlete, random, group, startedAt } = o
  const speed = athlete.runs * random.normal(1.22, 0.04)
  // If everybody takes part, the course is the same for all.
  const start = group.startsWith("all") ? { lat: 33.72, lon: -117.95 } : movedBy(athlete.town, 900, -700)
  const route = loop(`race ${start.lat}`, start, 2500, 10)
  const parts = [{ seconds: 5000 / speed, effort: 0.88, speed }]
  // Everybody starts with the gun, and presses the button within a few seconds.
  const pressed = new Date(startedAt.getTime() + Math.round(random.between(0, 15)) * 1000)
  return [
    sending(o, [recorded({ ...o, startedAt: pressed }, { sport: running, parts, route })], {
      as: random.chance(0.1) ? "gpx" : "fit",
    }),
  ]
}

const pair: HonestType = (o) => {
  const shared = createRandom(o.group)
  const route = loop(o.group, o.athlete.town, 7000)
  const parts = [{ seconds: shared.between(2400, 3600), effort: 0.6 + o.random.normal(0, 0.03), speed: 2.75 }]
  return one(o, {
    sport: running,
    parts,
    route,
    stops: 3,
    together: o.group,
    miscounts: o.random.normal(0, 0.004),
  })
}

const treadmill: HonestType = (o) =>
  one(o, { sport: [1, 1], parts: easyParts(o, o.random.pick([30, 40, 45])), route: null, hills: "none" })

const coldOrTunnel: HonestType = (o) => {
  const tunnels = [0, 1, 2].map(() => o.random.between(600, 2400)).map((at) => [at, at + 40] as const)
  const reception = { coldS: o.random.between(30, 420), tunnels, errorM: 5 }
  return one(o, { ...outdoors(o, easyParts(o, 48)), reception })
}

export const runTypes = {
  "easy run": easy,
  "run of 6 x 4 min": (o) =>
    one(o, onThePath(o, repeated(o, { times: 6, hardS: 240, easyS: 120, effort: 0.88 }))),
  "run of 10 x 1 min": (o) =>
    one(o, onThePath(o, repeated(o, { times: 10, hardS: 60, easyS: 60, effort: 0.93 }))),
  "hilly run": (o) => one(o, { ...outdoors(o, easyParts(o, 60, 0.66), 9000, 110), sport: [1, 3] }),
  "long run": (o) => one(o, outdoors(o, easyParts(o, 105, 0.64), 18_000)),
  "laps of one track": (o) =>
    one(o, {
      sport: [1, 4],
      route: track(movedBy(o.athlete.town, -1500, 800)),
      parts: repeated(o, { times: 8, hardS: 105, easyS: 90, effort: 0.9 }),
      hills: "none",
    }),
  "5 km race, once with 300": race,
  "run of two members": pair,
  "treadmill run": treadmill,
  "run with cold start and tunnels": coldOrTunnel,
  "run with many stops": (o) => one(o, { ...outdoors(o, easyParts(o, 45)), stops: 25 }),
  "run as clocks change": easy,
  "run sent days later": late,
  "run by service and file": serviceAndFile,
  "run by Strava and file": stravaAndFile,
  "ultra of 12 h": (o) =>
    one(o, { ...outdoors(o, easyParts(o, 640, 0.5), 25_000, 150), sport: [1, 3], stops: 3 }),
} satisfies Record<string, HonestType>
