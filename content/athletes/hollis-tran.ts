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
  bio: "Hollis is 45, an accountant, a father of three and a late starter: he touched his first barbell on a doctor’s advice at 39. He trains at five in the morning three days a week with the same two neighbors, and has missed eleven sessions in six years, every one of them written down. He lifts in local drug-tested meets, makes conservative openers and has never bombed out. He runs the charity raffle, and the numbers always add up.",
  topEvents: [
    "South Bay Open, total of 512.5 kg",
    "Deadlift 222.5 kg at 45 years",
    "Charity lift-a-thon, 10,000 kg moved in an hour",
  ],
  art: [
    {
      alt: "Eighteen weeks of small squares over the time 5:00, about three of them filled in each week.",
      ground: "paper",
      draw: { scene: "days", mark: "5:00", days: 126, share: 0.43 },
    },
    {
      alt: "A barbell from the front with more than two hundred kilograms in even plates.",
      ground: "volt",
      draw: { scene: "plates", mark: "222.5", kg: 222.5 },
    },
    {
      alt: "A long row of short work blocks, one per set of an hour-long charity lift.",
      ground: "stone",
      draw: { scene: "intervals", mark: "10K", repeats: 24, workS: 60, restS: 90 },
    },
  ],
} as const satisfies AthleteProfile
