import { dayAt } from "#primitives/zones.ts"
import { loop } from "../model/ground.ts"
import { type Device, endOf } from "../model/recording.ts"
import { madeUpRun } from "./made-up.ts"
import type { Cheat, Scene } from "./scene.ts"

const hour = 3600

/** Three short runs on one evening, two of which name a different time zone. */
function zones(name: string, offsetsS: readonly [number, number, number]): Cheat {
  return {
    name,
    expected: "its true day",
    has: "easy run",
    play: ({ cheater, file, on, lives }) =>
      (["17:00", "17:40", "18:20"] as const).map((time, nr) => {
        const parts = [{ seconds: 1500, effort: 0.6, speed: cheater.runs }]
        const recording = lives(on(1, time), { sport: [1, 0], parts })
        const changed = offsetsS[nr] === 0 ? recording : { ...recording, utcOffsetS: offsetsS[nr] as number }
        const trueDay = dayAt(recording.startedAt, recording.utcOffsetS)
        return file(changed, {
          arrivesAt: on(1, "22:00"),
          ...(offsetsS[nr] === 0 ? { honest: true } : { trueDay }),
        })
      }),
  }
}

const easyRun = ({ cheater, lives }: Scene, start: Date, device: Device = cheater.watch) =>
  lives(start, { sport: [1, 0], device, parts: [{ seconds: 2700, effort: 0.62, speed: cheater.runs }] })

export const timeAndPlace: readonly Cheat[] = [
  zones("runs of one evening, one in zone +14", [0, 14 * hour, 0]),
  zones("runs of one evening, one in zone -12 and one in +14", [-12 * hour, 0, 14 * hour]),
  {
    name: "a run in California, ten minutes later one in Berlin",
    expected: "reviewed",
    has: "easy run",
    play(scene) {
      const { cheater, file, on, lives } = scene
      const here = easyRun(scene, on(0, "12:00"))
      const start = new Date(endOf(here).getTime() + 600_000)
      const far =
        cheater.timeZone === "Europe/Berlin" ? { lat: 34.02, lon: -118.3 } : { lat: 52.51, lon: 13.38 }
      const parts = [{ seconds: 2700, effort: 0.62, speed: cheater.runs }]
      const there = lives(start, { sport: [1, 0], parts, route: loop("far", far, 6000) })
      return [file(here, { honest: true }), file(there)]
    },
  },
  {
    name: "at work on the rowing machine while a ride goes on elsewhere",
    expected: "reviewed",
    has: "road ride",
    play({ cheater, file, on, lives }) {
      const parts = [{ seconds: 7200, effort: 0.6, speed: cheater.rides }]
      const ride = lives(on(0, "10:00"), {
        sport: [2, 7],
        parts,
        hills: "wheels",
        device: cheater.bikeComputer,
        heart: false,
      })
      const row = lives(on(0, "11:00"), {
        sport: [15, 14],
        parts: [{ seconds: 7200, effort: 0.6, speed: 3.6 }],
        route: null,
      })
      return [file(ride, { honest: true }), file(row)]
    },
  },
  {
    name: "one ride split at midnight into two days",
    expected: "a sign",
    has: "road ride",
    play: ({ cheater, file, on, lives }) =>
      (["23:15", "23:59:59"] as const).map((time, nr) => {
        const start = nr === 0 ? on(0, "23:15") : on(1, "00:00")
        const parts = [{ seconds: time === "23:15" ? 2690 : 2700, effort: 0.6, speed: cheater.rides }]
        return file(lives(start, { sport: [2, 7], parts, hills: "wheels" }))
      }),
  },
  {
    name: "a clock in the future",
    expected: "excluded",
    has: "easy run",
    play: (scene) => [scene.file(easyRun(scene, scene.on(2, "07:00")), { arrivesAt: scene.on(1, "18:00") })],
  },
  {
    name: "ten old days made up and sent at once",
    expected: "reviewed",
    has: "easy run",
    play: ({ cheater, file, on, random }) =>
      [-10, -9, -8, -7, -6, -5, -4, -3, -2, -1].map((day) =>
        file(
          madeUpRun(on(day, "05:10"), {
            place: cheater.home,
            random,
            minutes: 75,
            speed: 3.2,
            hasHeart: true,
          }),
          {
            ...{ as: "gpx", arrivesAt: on(0, "12:00") },
          },
        ),
      ),
  },
  {
    name: "thirteen made-up days in one upload of a new account",
    expected: "reviewed",
    play: ({ newcomer, file, on, random }) =>
      Array.from({ length: 13 }, (_, day) =>
        file(
          madeUpRun(on(day - 13, "18:00"), {
            place: newcomer.home,
            random,
            minutes: 110,
            speed: 3.6,
            hasHeart: false,
          }),
          {
            ...{ athlete: newcomer.nr, as: "gpx", arrivesAt: on(0, "12:00") },
          },
        ),
      ),
  },
]
