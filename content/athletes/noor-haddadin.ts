import type { AthleteProfile } from "../schema.ts"

export const noorHaddadin = {
  id: "noor-haddadin",
  name: "Noor Haddadin",
  nickname: "N/a",
  handle: "noor.on.ridges",
  sport: "Trail Running, Running",
  races: "10+",
  listed: true,
  home: "Riverside, California",
  bio: "Noor is finishing a doctorate in soil science, which explains the mud. She came to ultras from hiking and still hikes the steep parts on purpose, faster than most people run them. Her first hundred-kilometer finish took three attempts; she talks about the two that failed more often, since that is where the learning was. She writes the clearest race reports in the community and always includes what she ate.",
  topEvents: [
    "High Desert 100K, 13:52",
    "Cactus to Cloud ridge traverse, 34 km",
    "Riverside Marathon, 3:44:09",
  ],
  art: [
    {
      alt: "Noor, drawn climbing a slope with one knee high, on a gray morning.",
      ground: "stone",
      draw: { scene: "figure", pose: "trail", hair: "tail", floor: true },
    },
    {
      alt: "Noor, drawn climbing a slope with one knee high, at dusk.",
      ground: "slate",
      draw: { scene: "figure", pose: "trail", hair: "tail", floor: true },
    },
    {
      alt: "Noor, drawn mid-stride with both feet off the ground, at night.",
      ground: "night",
      draw: { scene: "figure", pose: "run", hair: "tail", floor: true },
    },
  ],
} as const satisfies AthleteProfile
