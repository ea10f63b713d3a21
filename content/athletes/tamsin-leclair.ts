import type { AthleteProfile } from "../schema.ts"

export const tamsinLeclair = {
  id: "tamsin-leclair",
  name: "Tamsin Leclair",
  nickname: "Tam",
  handle: "tam.in.seat.three",
  sport: "Running, Hybrid",
  races: "5+",
  listed: true,
  home: "Newport Beach, California",
  bio: "Tamsin is 19, studies graphic design and rows in seat three of her college club’s second eight. She runs the 800 for the track club in summer because it hurts in a familiar way. She designed the community’s race bibs last spring, which is why the numbers are finally big enough to read in photos. Her season goal is a 2:15, her studio deadline is always the day before.",
  topEvents: [
    "All-Comers 800 m, 2:18.6",
    "Newport Autumn Regatta, 5,000 m in the second eight",
    "Campus Mile, 5:09",
  ],
  art: [
    {
      alt: "A grid of running-track ovals, two of them bright, for the two laps of an 800.",
      ground: "paper",
      draw: { scene: "laps", mark: "800", laps: 20 },
    },
    {
      alt: "Lines of water cut by one long boat over five thousand meters.",
      ground: "volt",
      draw: { scene: "water", mark: "5000", meters: 5000 },
    },
    {
      alt: "Four bars for the four laps of a mile, the last one the shortest.",
      ground: "stone",
      draw: { scene: "splits", mark: "5:09", count: 4, secondsPer: 78, drift: -0.05 },
    },
  ],
} as const satisfies AthleteProfile
