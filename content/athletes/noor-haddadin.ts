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
  look: "tail.1.3.2",
  pictures: [
    { pose: "trail-poles", ground: "stone" },
    { pose: "trail", ground: "slate" },
    { pose: "run", ground: "night" },
  ],
} as const satisfies AthleteProfile
