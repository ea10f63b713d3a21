import { faster, piece, stretched, withoutHeart } from "./edits.ts"
import { madeUpRun, totalsOnly } from "./made-up.ts"
import type { Cheat } from "./scene.ts"

export const withoutTrace: readonly Cheat[] = [
  {
    name: "strength for 12 hours a day",
    expected: "reviewed",
    play: ({ file, on }) => [0, 1, 2].map((day) => file(totalsOnly(on(day, "08:00"), [10, 20], 11.9, 0))),
  },
  {
    name: "an indoor ride of 199 km",
    expected: "reviewed",
    play: ({ file, on }) => [file(totalsOnly(on(0, "10:00"), [2, 6], 5.5, 199))],
  },
  {
    name: "40 km on a treadmill in 2:30 h",
    expected: "reviewed",
    play: ({ file, on }) => [file(totalsOnly(on(0, "10:00"), [1, 1], 2.5, 40))],
  },
  {
    name: "9.9 km in a pool in 2 h",
    expected: "reviewed",
    play: ({ file, on }) => [file(totalsOnly(on(0, "10:00"), [5, 17], 2, 9.9))],
  },
  {
    name: "a day of HIIT without samples",
    expected: "a sign",
    play: ({ file, on }) => [0, 1].map((day) => file(totalsOnly(on(day, "07:00"), [62, 70], 5, 0))),
  },
  {
    name: "typed by hand, sent as recorded",
    expected: "a sign",
    play: ({ file, on }) => [0, 1, 2].map((day) => file(totalsOnly(on(day, "18:00"), [1, 0], 1, 12))),
  },
  {
    name: "typed at a service and marked so",
    expected: "excluded",
    play: ({ file, on }) => [
      file(totalsOnly(on(0, "18:00"), [1, 0], 1, 12), {
        source: "strava",
        as: "totals",
        sports: ["Run"],
        isManual: true,
      }),
    ],
  },
  {
    name: "a track over 85 % of the time, its distance times 1.75",
    expected: "reviewed",
    has: "long run",
    play: ({ cheater, file, on, lives }) => {
      const parts = [{ seconds: 5400, effort: 0.62, speed: cheater.runs }]
      return [file(stretched(lives(on(0, "08:00"), { sport: [1, 0], parts }), 1.75, 0.15))]
    },
  },
  {
    name: "a whole track, its distance times 1.75",
    expected: "a sign",
    has: "long run",
    play: ({ cheater, file, on, lives }) => {
      const parts = [{ seconds: 5400, effort: 0.62, speed: cheater.runs }]
      return [file(stretched(lives(on(0, "08:00"), { sport: [1, 0], parts }), 1.75, 0))]
    },
  },
  {
    name: "a moving time above the time from start to end",
    expected: "excluded",
    has: "easy run",
    play: ({ cheater, file, on, lives }) => {
      const run = lives(on(0, "08:00"), {
        sport: [1, 0],
        parts: [{ seconds: 3000, effort: 0.62, speed: cheater.runs }],
      })
      return [file({ ...run, timerS: run.timerS * 2 })]
    },
  },
  {
    name: "a GPX file of a straight line",
    expected: "reviewed",
    play: ({ cheater, file, on, random }) => [
      file(
        madeUpRun(on(0, "17:00"), {
          ...{ place: cheater.home, random, minutes: 90, speed: 3.3, hasHeart: false, isStraight: true },
        }),
        { as: "gpx" },
      ),
    ],
  },
  {
    name: "a GPX file with a course and a heart by a generator",
    expected: "a sign",
    play: ({ cheater, file, on, random }) =>
      [0, 1, 2].map((day) =>
        file(
          madeUpRun(on(day, "17:00"), {
            place: cheater.home,
            random,
            minutes: 80,
            speed: 3.1,
            hasHeart: true,
          }),
          { as: "gpx" },
        ),
      ),
  },
  {
    name: "a robot's virtual ride of five hours",
    expected: "a sign",
    play: ({ file, on, random }) => [
      file(
        madeUpRun(on(0, "09:00"), {
          ...{ place: { lat: -11.65, lon: 166.95 }, random, minutes: 300, speed: 9.9, hasHeart: false },
          sport: [2, 58],
        }),
      ),
    ],
  },
  {
    name: "a machine that swings the watch for ten hours",
    expected: "a sign",
    play: ({ file, on, random }) =>
      [0, 1].map((day) =>
        file(
          madeUpRun(on(day, "08:00"), {
            ...{ place: null, random, minutes: 600, speed: 1.6, hasHeart: false },
            sport: [11, 0],
          }),
        ),
      ),
  },
  {
    name: "own long run cut short and made faster",
    expected: "reviewed",
    has: "long run",
    play: ({ own, file, on }) => {
      const best = faster(piece(withoutHeart(own), 0.15, 0.85), 1.15)
      return [file({ ...best, startedAt: on(0, "17:00") })]
    },
  },
]
