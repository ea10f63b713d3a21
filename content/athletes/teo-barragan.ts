import type { AthleteProfile } from "../schema.ts"

export const teoBarragan = {
  id: "teo-barragan",
  name: "Teo Barragán",
  nickname: "The Metronome",
  handle: "teo.trains.twice",
  sport: "Triathlon, Cycling",
  races: "20+",
  listed: true,
  home: "Huntington Beach, California",
  bio: "Teo repairs elevators for a living and treats pacing as a safety question. Eleven years of triathlon have taught him that the race starts in the second half of the run, so he practices arriving there bored. He rides his commute on a steel bike that is older than two of his training partners and swims with the masters group at six on Mondays. Ask him about nutrition and bring a notepad.",
  topEvents: [
    "Two Piers 70.3-mile triathlon, 4:52",
    "Canyon Lakes Olympic triathlon, age-group podium",
    "Coast to Coast Century, 100 miles with 1,900 m of climbing",
  ],
  look: "short.2.3.2",
  pictures: [
    { pose: "swim", ground: "night" },
    { pose: "ride", ground: "paper" },
    { pose: "run-stride", ground: "volt" },
  ],
} as const satisfies AthleteProfile
