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
  look: "cap.5.2.3",
  pictures: [
    { pose: "run-stride", ground: "paper" },
    { pose: "run-finish", ground: "volt" },
    { pose: "walk", ground: "stone" },
  ],
} as const satisfies AthleteProfile
