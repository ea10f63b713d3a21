import type { AthleteProfile } from "../schema.ts"

export const kaiFitzmaurice = {
  id: "kai-fitzmaurice",
  name: "Kai Fitzmaurice",
  nickname: "Switchback",
  handle: "kai.switchback",
  sport: "Trail Running",
  races: "15+",
  listed: true,
  home: "Silverado, California",
  bio: "Kai works at a plant nursery at the foot of the Santa Ana Mountains and runs up them most afternoons. At 22 he is the youngest in the trail group and the one most likely to stop for a snake, a view or a stranger with a blister. He has learned patience from two races that he led at halfway and did not win. His rule for climbs: if you can still whistle, you may run.",
  topEvents: [
    "Saddleback Ridge 50K, 4:41",
    "Modjeska Vertical K, 38:22",
    "Holy Jim sunrise lap, thirty times in one summer",
  ],
  art: [
    {
      alt: "A dense map of contour lines with one bright trail crossing the steepest part.",
      ground: "coal",
      draw: { scene: "contour", mark: "50K", km: 50, climbM: 2400 },
    },
    {
      alt: "One steep peak in front of softer ridges, a thousand meters up in five kilometers.",
      ground: "night",
      draw: { scene: "ridge", mark: "1000", km: 5, climbM: 1000 },
    },
    {
      alt: "Contour lines and a trail that crosses them from side to side.",
      ground: "volt",
      draw: { scene: "contour", mark: "30", km: 16, climbM: 700 },
    },
  ],
} as const satisfies AthleteProfile
