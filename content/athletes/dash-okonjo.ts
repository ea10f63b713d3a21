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
  look: "curls.1.5.3",
  pictures: [
    { pose: "sled", ground: "paper" },
    { pose: "lift", ground: "volt" },
    { pose: "run", ground: "stone" },
  ],
} as const satisfies AthleteProfile
