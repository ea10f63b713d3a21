import type { AthleteProfile } from "../schema.ts"

export const carmenIbarrola = {
  id: "carmen-ibarrola",
  name: "Carmen Ibarrola",
  nickname: "N/a",
  handle: "carmen.starts.slow",
  sport: "Running",
  races: "5+",
  listed: true,
  home: "Santa Ana, California",
  bio: "Carmen ran her first minute at 50, counted it out loud and walked home. She drives a school bus, so her training fits between the morning and the afternoon route. Two years on she has finished five races, all of them in the back third and all of them smiling, and she has brought eleven colleagues from the depot to the Sunday session. Her advice to beginners is the length of a text message: slower than that, and come back on Thursday.",
  topEvents: [
    "Orange Grove Half Marathon, 2:49:55",
    "Back Bay 10K, five minutes faster than the year before",
    "The first continuous mile, on a Tuesday, unofficial",
  ],
  look: "curls.2.4.2",
  pictures: [
    { pose: "run-easy", ground: "paper" },
    { pose: "run-land", ground: "volt" },
    { pose: "cheer", ground: "stone" },
  ],
} as const satisfies AthleteProfile
