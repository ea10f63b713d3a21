import type { AthleteProfile } from "../schema.ts"

export const dashOkonjo = {
  id: "dash-okonjo",
  name: "Dashiell Okonjo",
  nickname: "Dash",
  handle: "dash.lifts.runs",
  sport: "Hybrid",
  races: "10+",
  listed: true,
  home: "Long Beach, California",
  bio: "Dash played college football, hated running for ten years and then signed up for a hybrid race to win a bet. He lost the bet and kept the training. He teaches PE at a middle school, squats on Mondays and Thursdays, and does his intervals on the same track as his students, who time him without mercy. His current project: a 200-kilo squat and a sub-20 5K in the same week.",
  topEvents: [
    "Iron Harbor hybrid race, 1:08:55",
    "Squat 190 kg, same week as a 20:48 5K",
    "Sled and Sand relay, winning team of four",
  ],
  art: [
    {
      alt: "A heavily loaded barbell from the front, drawn in wide dark plates with the number 190.",
      ground: "paper",
      draw: { scene: "plates", mark: "190", kg: 190 },
    },
    {
      alt: "Eight blocks of work with their rests, one per station of a hybrid race.",
      ground: "stone",
      draw: { scene: "intervals", mark: "1:08", repeats: 8, workS: 330, restS: 150 },
    },
    {
      alt: "Thirteen small track ovals for the laps of a 5K, the two quickest filled.",
      ground: "night",
      draw: { scene: "laps", mark: "5K", laps: 13 },
    },
  ],
} as const satisfies AthleteProfile
