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
  bio: "Kai works at a plant nursery at the foot of the Santa Ana Mountains and runs up them most afternoons. At 22 he is the youngest in the trail group and the one most likely to stop for a snake, a view or a stranger with a blister. He has learned patience from two races that he led at halfway and did not win. His rule for climbs: if you can still whistle, you can run.",
  topEvents: [
    "Saddleback Ridge 50K, 4:41",
    "Modjeska Vertical K, 38:22",
    "Holy Jim sunrise lap, thirty times in one summer",
  ],
  look: "long.3.2.1",
  pictures: [
    { pose: "trail", ground: "volt" },
    { pose: "trail-down", ground: "stone" },
    { pose: "walk", ground: "slate" },
  ],
} as const satisfies AthleteProfile
