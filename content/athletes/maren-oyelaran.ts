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
  art: [
    {
      alt: "Forty-two upright bars, one per marathon kilometer and nearly all the same height, over the time 3:28.",
      ground: "volt",
      draw: { scene: "splits", mark: "3:28", count: 42, secondsPer: 297, drift: -0.02 },
    },
    {
      alt: "A trace on a street grid with a tick for each kilometer of a half marathon.",
      ground: "night",
      draw: { scene: "route", mark: "21.1", km: 21.1 },
    },
    {
      alt: "Ten bars, each a little shorter than the one before, for a 10K run faster and faster.",
      ground: "slate",
      draw: { scene: "splits", mark: "10K", count: 10, secondsPer: 275, drift: -0.07 },
    },
  ],
} as const satisfies AthleteProfile
