import type { AthleteProfile } from "../schema.ts"

export const gusPellerin = {
  id: "gus-pellerin",
  name: "Augustin Pellerin",
  nickname: "Gus",
  handle: "gus.the.baker",
  sport: "Running",
  races: "25+",
  listed: true,
  home: "Tustin, California",
  bio: "Gus has baked bread from two in the morning for thirty years, which makes him the only person for whom a 6 AM group run is an afternoon activity. At 57 he is chasing a Boston qualifier for the fourth time and has missed it by less each year. He brings day-old croissants to the coffee stop and tells new runners that everybody’s easy pace is embarrassing to somebody.",
  topEvents: [
    "Harbor Lights Marathon, 3:36:57",
    "Thirty-hour relay, six legs and 71 km",
    "Streak: a run on 400 days in a row",
  ],
  art: [
    {
      alt: "Augustin, drawn mid-stride with both feet off the ground, in daylight.",
      ground: "paper",
      draw: { scene: "figure", pose: "run", hair: "cap", floor: true },
    },
    {
      alt: "Augustin, drawn mid-stride with both feet off the ground, on a bright sheet.",
      ground: "volt",
      draw: { scene: "figure", pose: "run", hair: "cap", floor: true },
    },
    {
      alt: "Augustin, drawn walking with an easy swing, on a gray morning.",
      ground: "stone",
      draw: { scene: "figure", pose: "walk", hair: "cap", floor: true },
    },
  ],
} as const satisfies AthleteProfile
