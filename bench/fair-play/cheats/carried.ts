import { loop } from "../model/ground.ts"
import { record } from "../model/outing.ts"
import { noisy } from "./edits.ts"
import type { Cheat, Scene } from "./scene.ts"

/** An hour and a half in or on a motor vehicle, on six days of a season. */
function vehicle(name: string, given: Parameters<Scene["lives"]>[1], minutes = 80): Cheat {
  return {
    name,
    expected: "a sign",
    has: "easy run",
    play: ({ file, on, lives }) => {
      const parts = given.parts.map((part) => ({ ...part, seconds: minutes * 60 }))
      return [0, 1, 3, 5, 8, 11].map((day) =>
        file(lives(on(day, "17:30"), { pausesItself: true, ...given, parts })),
      )
    },
  }
}

const part = (effort: number, speed: number) => [{ seconds: 0, effort, speed }]

export const carried: readonly Cheat[] = [
  {
    ...vehicle("an e-bike as a ride", { sport: [2, 7], parts: part(0.36, 8.6), hills: "none", stops: 6 }),
    has: "road ride",
  },
  vehicle("a bus as a run", { sport: [1, 0], parts: part(0.12, 5), carried: true, hills: "none", stops: 40 }),
  vehicle("a slow car as a ride", {
    sport: [2, 7],
    parts: part(0.12, 9.5),
    carried: true,
    hills: "none",
    stops: 25,
  }),
  vehicle("a bicycle as a run", { sport: [1, 0], parts: part(0.45, 4.6), hills: "wheels", stops: 5 }),
  vehicle("a kayak as a swim", { sport: [5, 18], parts: part(0.5, 1.42), hills: "none" }, 120),
  vehicle("a dog with the watch", {
    sport: [1, 0],
    parts: part(0.3, 3.4),
    heart: false,
    hills: "none",
    stops: 25,
  }),
  vehicle("a child with the watch", { sport: [1, 0], parts: part(0.98, 2.3), stops: 30 }),
  {
    name: "a friend carries the watch beside an own one",
    expected: "reviewed",
    has: "easy run",
    steals: "long run",
    play({ cheater, rival, random, file, on, lives }) {
      const [start, later] = [on(0, "08:00"), new Date(on(0, "08:00").getTime() + 20_000)]
      const shared = `carried ${start.toISOString()}`
      const outing = {
        ...{ sport: [1, 0] as const, parts: [{ seconds: 5400, effort: 0.64, speed: rival.runs }] },
        ...{ together: shared, heartOf: shared, route: loop(shared, rival.home, 6000) },
      }
      const friends = lives(start, outing, rival)
      const beside = noisy(lives(later, { ...outing, device: cheater.watch }, rival), random, 0, 1)
      return [file(friends, { athlete: rival.nr, honest: true }), file(beside)]
    },
  },
  {
    name: "the same run in a second account",
    expected: "reviewed",
    has: "easy run",
    play({ cheater, newcomer, file, on, random }) {
      const outing = {
        ...{
          sport: [1, 0] as const,
          route: loop("own way", cheater.home, 6000),
          parts: [{ seconds: 4200, effort: 0.64, speed: cheater.runs }],
        },
        ...{ startedAt: on(0, "08:00"), utcOffsetS: -8 * 3600, device: cheater.watch },
      }
      const once = record(cheater, outing, random)
      return [
        file(once, { honest: true }),
        file({ ...once, device: newcomer.watch }, { athlete: newcomer.nr }),
      ]
    },
  },
  {
    name: "three friends train for one account",
    expected: "a sign",
    has: "easy run",
    steals: "long run",
    play: ({ cheater, rival, file, on, lives }) =>
      [0, 1, 2].flatMap((day) => {
        const parts = (effort: number, speed: number) => [{ seconds: 4800, effort, speed }]
        const run = lives(on(day, "06:00"), { sport: [1, 0], parts: parts(0.7, rival.runs * 1.1) }, rival)
        const ride = lives(
          on(day, "10:00"),
          { sport: [2, 7], parts: parts(0.7, rival.rides), hills: "wheels" },
          rival,
        )
        const own = lives(on(day, "18:00"), { sport: [1, 0], parts: parts(0.6, cheater.runs) })
        return [
          file({ ...run, device: cheater.watch }),
          file({ ...ride, device: cheater.watch }),
          file(own, { honest: true }),
        ]
      }),
  },
]
