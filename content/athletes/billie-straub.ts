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
  bio: "Billie is 68 and has swum in the ocean on the first of every month since 1994, wetsuit or not. A retired harbor engineer, she reads swell charts the way other people read the news, and no beginner leaves her group without knowing how to get out through a rip. She took up triathlon at sixty because her grandson said she would not, and has since finished more sprints than he has.",
  topEvents: [
    "Crescent Bay 5K open-water swim, 1:34",
    "Sunset Sprint triathlon, fastest woman over 65",
    "An ocean swim on the first of every month for thirty years",
  ],
  look: "bun.5.1.2",
  pictures: [
    { pose: "swim-reach", ground: "slate" },
    { pose: "ride", ground: "night" },
    { pose: "run-easy", ground: "paper" },
  ],
} as const satisfies AthleteProfile
