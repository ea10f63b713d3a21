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
  bio: "Teo repairs elevators for a living and treats pacing as a safety question. Eleven years of triathlon have taught him that the race starts at the second half of the run, so he practices arriving there bored. He rides his commute on a steel bike that is older than two of his training partners and swims with the masters group at six on Mondays. Ask him about nutrition and bring a notepad.",
  topEvents: [
    "Two Piers 70.3-mile triathlon, 4:52",
    "Canyon Lakes Olympic triathlon, age-group podium",
    "Coast to Coast Century, 100 miles with 1,900 m of climbing",
  ],
  art: [
    {
      alt: "Three arcs around one center for swim, bike and run, the bike far the longest.",
      ground: "night",
      draw: { scene: "rings", mark: "70.3", legs: [33, 156, 97] },
    },
    {
      alt: "Ridges one behind another, in front the long rolling profile of a hundred-mile ride.",
      ground: "volt",
      draw: { scene: "ridge", mark: "161", km: 161, climbM: 1900 },
    },
    {
      alt: "Lines of water bent by one swimmer over 1,500 meters.",
      ground: "stone",
      draw: { scene: "water", mark: "1500", meters: 1500 },
    },
  ],
} as const satisfies AthleteProfile
