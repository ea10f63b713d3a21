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
  art: [
    {
      alt: "Sixty-three steps rising as bars from left to right to the top of a tower.",
      ground: "slate",
      draw: { scene: "splits", mark: "63", count: 63, secondsPer: 17, drift: 0.28 },
    },
    {
      alt: "Contour lines with a twenty-five kilometer trail across them.",
      ground: "volt",
      draw: { scene: "contour", mark: "25K", km: 25, climbM: 1150 },
    },
    {
      alt: "Eight long blocks of work and their rests, the quickest one bright.",
      ground: "coal",
      draw: { scene: "intervals", mark: "1:14", repeats: 8, workS: 380, restS: 140 },
    },
  ],
} as const satisfies AthleteProfile
