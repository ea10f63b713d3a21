import type { AthleteProfile } from "../schema.ts"

export const marenOyelaran = {
  id: "maren-oyelaran",
  name: "Maren Oyelaran",
  nickname: "Mo",
  handle: "maren.goes.long",
  sport: "Running",
  races: "10+",
  listed: true,
  home: "Santa Ana, California",
  bio: "Maren is an emergency-room nurse who runs before night shifts, because nothing good has ever happened to her training after one. She started at 29 with a walk-run plan taped to the fridge and has brought her marathon down from 4:51 to 3:28. Her splits are famously even: she sets the first mile ten seconds slow and refuses to argue about it. She paces the nine-minute group on Saturdays and remembers everybody’s name.",
  topEvents: [
    "Harbor Lights Marathon, 3:28:41",
    "Orange Grove Half Marathon, 1:38:12",
    "Back Bay 10K, first under 45 minutes",
  ],
  look: "bun.1.5.2",
  pictures: [
    { pose: "run-land", ground: "volt" },
    { pose: "run", ground: "stone" },
    { pose: "run-finish", ground: "slate" },
  ],
} as const satisfies AthleteProfile
