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
  bio: "Tamsin is 19, studies graphic design and rows in seat three of her college club’s second eight. She runs the 800 for the track club in summer because it hurts in a familiar way. She designed the community’s race bibs last spring, which is why the numbers are finally big enough to read in photos. Her season goal is a 2:15. Her studio deadline is always the day before.",
  topEvents: [
    "All-Comers 800 m, 2:18.6",
    "Newport Autumn Regatta, 5,000 m in the second eight",
    "Campus Mile, 5:09",
  ],
  look: "long.4.1.1",
  pictures: [
    { pose: "row", ground: "night" },
    { pose: "run-stride", ground: "paper" },
    { pose: "run-finish", ground: "volt" },
  ],
} as const satisfies AthleteProfile
