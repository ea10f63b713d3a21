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
  art: [
    {
      alt: "Tamsin, drawn mid-stride with both feet off the ground, at night.",
      ground: "night",
      draw: { scene: "figure", pose: "run", hair: "none", floor: true },
    },
    {
      alt: "Tamsin, drawn leaning back at the end of a rowing stroke, in daylight.",
      ground: "paper",
      draw: { scene: "figure", pose: "row", hair: "none", floor: true },
    },
    {
      alt: "Tamsin, drawn mid-stride with both feet off the ground, on a bright sheet.",
      ground: "volt",
      draw: { scene: "figure", pose: "run", hair: "none", floor: true },
    },
  ],
} as const satisfies AthleteProfile
