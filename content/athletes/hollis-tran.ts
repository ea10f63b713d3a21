import type { AthleteProfile } from "../schema.ts"

export const hollisTran = {
  id: "hollis-tran",
  name: "Hollis Tran",
  nickname: "N/a",
  handle: "hollis.tran.lifts",
  sport: "Lifting",
  races: "5+",
  listed: true,
  home: "Garden Grove, California",
  bio: "Hollis is 45, an accountant, a father of three and a late starter: he touched his first barbell on a doctor’s advice at 39. He trains at five in the morning three days a week with the same two neighbors, and has missed eleven sessions in six years, every one of them written down. He lifts in local drug-tested meets, opens conservatively and has never bombed out. He runs the charity raffle, and the numbers always add up.",
  topEvents: [
    "South Bay Open, total of 512.5 kg",
    "Deadlift 222.5 kg at 45 years",
    "Charity lift-a-thon, 10,000 kg moved in an hour",
  ],
  look: "short.1.2.3",
  pictures: [
    { pose: "lift", ground: "night" },
    { pose: "squat", ground: "paper" },
    { pose: "lift-overhead", ground: "volt" },
  ],
} as const satisfies AthleteProfile
