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
  look: "tail.1.4.1",
  pictures: [
    { pose: "run", ground: "stone" },
    { pose: "lift", ground: "slate" },
    { pose: "run-easy", ground: "night" },
  ],
} as const satisfies AthleteProfile
