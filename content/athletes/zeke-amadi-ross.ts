import type { AthleteProfile } from "../schema.ts"

export const zekeAmadiRoss = {
  id: "zeke-amadi-ross",
  name: "Ezekiel Amadi-Ross",
  nickname: "Zeke",
  handle: "zeke.amadi.ross",
  sport: "Hybrid, Running",
  races: "10+",
  listed: true,
  home: "Fullerton, California",
  bio: "Zeke is a firefighter who got serious about training after he had to stop halfway up a stairwell in full gear. Eight years later he runs the annual stair climb in that gear for charity and waits at the top for the last person. He likes simple plans: one long run, one hard run, two full-body lifts, walk the dog. He leads the prayer before the Saturday run for those who want one and starts the watch for those who do not.",
  topEvents: [
    "Stair climb in full gear, 63 floors in 17:40",
    "Saddleback Ridge 25K, 2:31",
    "Iron Harbor hybrid race, 1:14:20",
  ],
  look: "none.1.6.3",
  pictures: [
    { pose: "stairs", ground: "stone" },
    { pose: "row", ground: "slate" },
    { pose: "trail", ground: "night" },
  ],
} as const satisfies AthleteProfile
