import {
  as,
  at,
  faster,
  merged,
  mirrored,
  moved,
  noisy,
  piece,
  reversed,
  thinned,
  withHeartOf,
  withoutHeart,
} from "./edits.ts"
import type { Cheat, Scene } from "./scene.ts"

const ride = "road ride"
const run = "easy run"

/** A stolen run, sent on the first evening after being altered. */
function stolenRun(name: string, change: (scene: Scene) => Scene["stolen"]): Cheat {
  return {
    name,
    expected: "reviewed",
    steals: run,
    play: (scene) => [scene.file(at(change(scene), scene.on(0, "17:30")))],
  }
}

export const copies: readonly Cheat[] = [
  {
    name: "the same file once more, gzipped",
    expected: "excluded",
    has: run,
    play: ({ own, file, on }) => [file(own, { as: "fit.gz", arrivesAt: on(0, "18:00") })],
  },
  {
    name: "own run with another date",
    expected: "reviewed",
    has: run,
    play: ({ own, file, on }) => [file(at(own, on(0, "18:00")))],
  },
  {
    name: "own ride again in three pieces on two days",
    expected: "reviewed",
    has: ride,
    play: ({ own, file, on }) =>
      [on(0, "09:00"), on(0, "17:00"), on(1, "12:00")].map((start, nr) =>
        file(at(piece(own, nr / 3, (nr + 1) / 3), start)),
      ),
  },
  {
    name: "a stolen ride in three pieces on three days",
    expected: "reviewed",
    steals: ride,
    play: ({ stolen, file, on }) =>
      [0, 1, 2].map((day) => file(at(piece(stolen, day / 3, (day + 1) / 3), on(day, "17:00")))),
  },
  {
    name: "a stolen file as it is",
    expected: "reviewed",
    steals: run,
    play: ({ stolen, file, on }) => [file(stolen, { arrivesAt: on(0, "18:00") })],
  },
  {
    name: "a stolen file, gzipped, at another service",
    expected: "reviewed",
    steals: run,
    play: ({ stolen, file, on }) => [
      file(stolen, { as: "fit.gz", source: "wahoo", arrivesAt: on(0, "18:00") }),
    ],
  },
  stolenRun("a stolen run with another date", ({ stolen }) => stolen),
  stolenRun("a stolen run, reversed", ({ stolen }) => reversed(stolen)),
  stolenRun("a stolen run, reversed and without heart", ({ stolen }) => withoutHeart(reversed(stolen))),
  stolenRun("a stolen run, 7 % faster", ({ stolen }) => faster(stolen, 1.07)),
  stolenRun("a stolen run, 7 % faster and without heart", ({ stolen }) => withoutHeart(faster(stolen, 1.07))),
  stolenRun("a stolen run, moved by 5 km and without heart", ({ stolen }) =>
    withoutHeart(moved(stolen, 3000, 4000)),
  ),
  stolenRun("a stolen run, mirrored and without heart", ({ stolen }) => withoutHeart(mirrored(stolen))),
  stolenRun("a stolen run, every third point", ({ stolen }) => thinned(stolen, 3)),
  stolenRun("a stolen run with noise added", ({ stolen, random }) => noisy(stolen, random, 6, 3)),
  stolenRun("a stolen run without its heart", ({ stolen }) => withoutHeart(stolen)),
  stolenRun("a stolen run, a tenth cut off at each end", ({ stolen }) => piece(stolen, 0.1, 0.9)),
  stolenRun("a stolen run as a hike", ({ stolen }) => as(stolen, [17, 0])),
  {
    ...stolenRun("a stolen run with the cheater's heart", ({ stolen, own }) => withHeartOf(stolen, own)),
    has: run,
  },
  {
    name: "a stolen run behind an own one in one file",
    expected: "reviewed",
    has: run,
    steals: "long run",
    play({ own, stolen, file, on, lives }) {
      const today = lives(on(0, "16:00"), {
        sport: own.sport,
        parts: [{ seconds: 1500, effort: 0.6, speed: 2.8 }],
      })
      return [file(merged(today, stolen, 300))]
    },
  },
  {
    name: "own run of a year ago",
    expected: "reviewed",
    has: run,
    play({ cheater, file, on, lives }) {
      const then = on(-365, "17:00")
      const old = lives(then, {
        sport: [1, 0],
        parts: [{ seconds: 3600, effort: 0.62, speed: cheater.runs }],
      })
      return [file(old, { arrivesAt: on(0, "12:00"), honest: true }), file(at(old, on(1, "17:00")))]
    },
  },
  {
    name: "three copies as legs of one file",
    expected: "reviewed",
    has: run,
    play: ({ own, file, on }) => [
      file([on(0, "08:00"), on(0, "12:00"), on(0, "17:00")].map((start) => at(own, start))),
    ],
  },
  {
    name: "one treadmill run every day",
    expected: "reviewed",
    has: "treadmill run",
    play: ({ own, file, on }) => [0, 1, 2, 3, 4].map((day) => file(at(own, on(day, "06:30")))),
  },
  {
    name: "one run by two services, an hour apart",
    expected: "excluded",
    has: run,
    play({ cheater, file, on, lives }) {
      const once = lives(on(0, "17:00"), {
        sport: [1, 0],
        parts: [{ seconds: 3000, effort: 0.62, speed: cheater.runs }],
      })
      const twice = at(once, on(0, "18:00"))
      return [file(once, { source: "polar", honest: true }), file(twice, { source: "wahoo" })]
    },
  },
]
