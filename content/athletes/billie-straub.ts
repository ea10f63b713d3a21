import type { AthleteProfile } from "../schema.ts"

export const billieStraub = {
  id: "billie-straub",
  name: "Wilhelmina Straub",
  nickname: "Billie",
  handle: "billie.swims.anyway",
  sport: "Swimming, Triathlon",
  races: "30+",
  listed: true,
  home: "Laguna Beach, California",
  bio: "Billie is 68 and has swum in the sea on the first of every month since 1994, wetsuit or not. A retired harbor engineer, she reads swell charts the way other people read the news, and no beginner leaves her group without knowing how to get out through a rip. She took up triathlon at sixty because her grandson said she would not, and has since finished more sprints than he has.",
  topEvents: [
    "Crescent Bay 5K open-water swim, 1:34",
    "Sunset Sprint triathlon, fastest woman over 65",
    "A sea swim on the first of every month for thirty years",
  ],
  art: [
    {
      alt: "Calm horizontal lines of water parting around one steady swimmer, with the number 5K.",
      ground: "slate",
      draw: { scene: "water", mark: "5K", meters: 5000 },
    },
    {
      alt: "Three arcs around one center for a sprint triathlon, the swim drawn brightest.",
      ground: "coal",
      draw: { scene: "rings", mark: "65+", legs: [13, 44, 33] },
    },
    {
      alt: "A wheel of fifty-two weeks around the number 30, for thirty years of monthly swims.",
      ground: "paper",
      draw: { scene: "wheel", mark: "30", weeks: 52, peak: 0.35 },
    },
  ],
} as const satisfies AthleteProfile
