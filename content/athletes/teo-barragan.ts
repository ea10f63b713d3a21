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
  art: [
    {
      alt: "Teo, drawn reaching over for the next stroke, at night.",
      ground: "night",
      draw: { scene: "figure", pose: "swim", hair: "none", floor: true },
    },
    {
      alt: "Teo, drawn low over the bars of a road bike, in daylight.",
      ground: "paper",
      draw: { scene: "figure", pose: "ride", hair: "none", floor: true },
    },
    {
      alt: "Teo, drawn mid-stride with both feet off the ground, on a bright sheet.",
      ground: "volt",
      draw: { scene: "figure", pose: "run", hair: "none", floor: true },
    },
  ],
} as const satisfies AthleteProfile
