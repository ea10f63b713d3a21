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
  bio: "Gus has baked bread from two in the morning for thirty years, which makes him the only person for whom a six o’clock group run is an afternoon activity. At 57 he is chasing a Boston qualifier for the fourth time and has missed it by less each year. He brings day-old croissants to the coffee stop and tells new runners that everybody’s easy pace is embarrassing to somebody.",
  topEvents: [
    "Harbor Lights Marathon, 3:36:57",
    "Thirty-hour relay, six legs and 71 km",
    "Streak: a run on 400 days in a row",
  ],
  art: [
    {
      alt: "Forty-two bars that grow a little toward the end over the time 3:36, a marathon that got hard late.",
      ground: "night",
      draw: { scene: "splits", mark: "3:36", count: 42, secondsPer: 304, drift: 0.05 },
    },
    {
      alt: "A solid field of day marks without a gap, four hundred in a row.",
      ground: "stone",
      draw: { scene: "days", mark: "400", days: 400, share: 1 },
    },
    {
      alt: "A trace that wanders across a street grid for seventy-one kilometers.",
      ground: "paper",
      draw: { scene: "route", mark: "71", km: 71 },
    },
  ],
} as const satisfies AthleteProfile
