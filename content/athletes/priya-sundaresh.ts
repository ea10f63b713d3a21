import type { AthleteProfile } from "../schema.ts"

export const priyaSundaresh = {
  id: "priya-sundaresh",
  name: "Priya Sundaresh",
  nickname: "N/a",
  handle: "priya.after.bedtime",
  sport: "Running, Lifting",
  races: "5+",
  listed: true,
  home: "Irvine, California",
  bio: "Priya writes software tests by day and has two children under six, so her training window opens at 8:40 in the evening. Three runs and two lifting sessions a week, most of them in the garage, none longer than fifty minutes. In two years that was enough for her first half marathon and a deadlift of twice her bodyweight. She keeps a spreadsheet of the days she nearly skipped and did not; it is the document she is proudest of.",
  topEvents: [
    "Orange Grove Half Marathon, 1:57:30",
    "Garage deadlift, 120 kg at 60 kg bodyweight",
    "100 evening sessions in one year",
  ],
  art: [
    {
      alt: "Priya, drawn mid-stride with both feet off the ground, on a gray morning.",
      ground: "stone",
      draw: { scene: "figure", pose: "run", hair: "tail", floor: true },
    },
    {
      alt: "Priya, drawn bent over a loaded bar at the start of a pull, at dusk.",
      ground: "slate",
      draw: { scene: "figure", pose: "lift", hair: "tail", floor: true },
    },
    {
      alt: "Priya, drawn mid-stride with both feet off the ground, at night.",
      ground: "night",
      draw: { scene: "figure", pose: "run", hair: "tail", floor: true },
    },
  ],
} as const satisfies AthleteProfile
