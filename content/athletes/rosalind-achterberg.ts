import type { AthleteProfile } from "../schema.ts"

export const rosalindAchterberg = {
  id: "rosalind-achterberg",
  name: "Rosalind Achterberg",
  nickname: "Roz",
  handle: "roz.builds",
  sport: "Hybrid, Lifting",
  races: "10+",
  listed: true,
  home: "Anaheim, California",
  bio: "Roz frames houses for a living and trains for hybrid races because, she says, the sled is the only honest colleague. She came back to sport at 36, a year after her second daughter, starting with ten-minute kettlebell sessions during naps. Now she runs the strength corner of the Sunday session and has a gift for making a first-timer feel like the reason everyone came. Her farmer’s carry is a local legend.",
  topEvents: [
    "Iron Harbor hybrid race, women’s doubles, second place",
    "Farmer’s carry, 2 x 48 kg for 200 m",
    "First strict pull-up at 37, tenth at 38",
  ],
  look: "bun.3.1.3",
  pictures: [
    { pose: "lift-overhead", ground: "volt" },
    { pose: "sled", ground: "stone" },
    { pose: "row", ground: "slate" },
  ],
} as const satisfies AthleteProfile
