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
      alt: "Half a year of small squares over the number 100, larger on the evenings she trained.",
      ground: "stone",
      draw: { scene: "days", mark: "100", days: 182, share: 0.55 },
    },
    {
      alt: "A loaded barbell seen from the front, 120 kilograms in symmetrical plates.",
      ground: "volt",
      draw: { scene: "plates", mark: "120", kg: 120 },
    },
    {
      alt: "Twenty-one bars for a first half marathon, the last five the fastest.",
      ground: "coal",
      draw: { scene: "splits", mark: "1:57", count: 21, secondsPer: 341, drift: -0.06 },
    },
  ],
} as const satisfies AthleteProfile
