import type { AthleteProfile } from "../schema.ts"

export const yukiLindqvist = {
  id: "yuki-lindqvist",
  name: "Yuki Lindqvist",
  nickname: "Yuks",
  handle: "yuki.rides.home",
  sport: "Cycling, Triathlon",
  races: "10+",
  listed: true,
  home: "Costa Mesa, California",
  bio: "Yuki is a bicycle mechanic who believes that most performance problems are dry chains. She grew up skiing, moved for the weather and found that long climbs feel the same on wheels. She leads the women’s ride on Wednesdays, teaches a free flat-tire clinic every quarter and is training for her first full-distance triathlon, mostly by learning to like swimming one length at a time.",
  topEvents: [
    "Gorgonio Gran Fondo, 132 km and 2,780 m up",
    "Two Piers 70.3-mile triathlon, 5:21",
    "Everesting attempt, 6,300 m before the storm",
  ],
  look: "tail.1.2.2",
  pictures: [
    { pose: "ride-sprint", ground: "slate" },
    { pose: "ride", ground: "night" },
    { pose: "swim", ground: "paper" },
  ],
} as const satisfies AthleteProfile
