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
      alt: "Wide-spaced contour lines of open desert hills with a route running the whole width.",
      ground: "volt",
      draw: { scene: "contour", mark: "100K", km: 100, climbM: 3100 },
    },
    {
      alt: "Ridges one behind another with a steep bright one in front.",
      ground: "slate",
      draw: { scene: "ridge", mark: "34", km: 34, climbM: 2650 },
    },
    {
      alt: "Forty-two bars over the time 3:44, the quickest of them near the start.",
      ground: "coal",
      draw: { scene: "splits", mark: "3:44", count: 42, secondsPer: 319, drift: 0.03 },
    },
  ],
} as const satisfies AthleteProfile
