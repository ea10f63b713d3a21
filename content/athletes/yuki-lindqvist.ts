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
  art: [
    {
      alt: "Yuki, drawn low over the bars of a road bike, at dusk.",
      ground: "slate",
      draw: { scene: "figure", pose: "ride", hair: "cap", floor: true },
    },
    {
      alt: "Yuki, drawn reaching over for the next stroke, at night.",
      ground: "night",
      draw: { scene: "figure", pose: "swim", hair: "cap", floor: true },
    },
    {
      alt: "Yuki, drawn low over the bars of a road bike, in daylight.",
      ground: "paper",
      draw: { scene: "figure", pose: "ride", hair: "cap", floor: true },
    },
  ],
} as const satisfies AthleteProfile
