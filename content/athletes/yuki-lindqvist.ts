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
      alt: "Layered mountain profiles with one bright climb in front, 2,780 meters of ascent.",
      ground: "stone",
      draw: { scene: "ridge", mark: "2780", km: 132, climbM: 2780 },
    },
    {
      alt: "Three arcs for swim, bike and run around one center, the bike arc widest.",
      ground: "coal",
      draw: { scene: "rings", mark: "5:21", legs: [41, 163, 113] },
    },
    {
      alt: "Sixteen small ovals in rows, one for each time up and down the same hill.",
      ground: "paper",
      draw: { scene: "laps", mark: "6300", laps: 16 },
    },
  ],
} as const satisfies AthleteProfile
