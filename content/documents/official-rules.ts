import { competition } from "../competitions.ts"
import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

export const officialRules: TermsDocument = {
  slug: "official-rules",
  title: "Official rules",
  lead: "No purchase necessary. A purchase, a newsletter or a paid plan of any service does not improve your chances.",
  changedOn: "2026-11-22",
  sections: [
    {
      title: "Sponsor",
      paragraphs: [
        `[legal name of the sponsor], ${site.postalAddress}. No fitness service, app store or social network sponsors, endorses or runs this competition.`,
      ],
    },
    {
      title: "Who may enter",
      points: [
        "People of 18 and older.",
        "[countries and states whose residents may enter]. Void where prohibited.",
        "One account per person. Employees of the sponsor and their households may take part, but cannot win.",
        "Winners must be members of the activity club and shown publicly on the boards. Membership is free.",
      ],
    },
    {
      title: "How to enter",
      paragraphs: [
        "Create a free account, join the competition, and bring recorded activities: connect a service, or upload the files from your watch. Both are free and earn the same points.",
      ],
    },
    {
      title: "Dates",
      paragraphs: [
        `One season lasts 14 days and begins every second Monday, another lasts a calendar month. Both begin and end at midnight in ${competition.timeZone.replace(/^.*\//, "").replace("_", " ")}. Activities that arrive up to ${competition.graceHours} hours after the end still count for the season in which they took place. The dates of the running seasons stand on the leaderboard.`,
      ],
    },
    {
      title: "How winners are found",
      points: [
        "By points alone, which follow published rules from moving time, distance and consistency. There is no draw and no chance.",
        "Equal points are ranked by rules that are published too, never by lot.",
        "The odds of winning depend on how many athletes take part and how much they train.",
        "Whoever won the month before cannot win the next month.",
        "Cheating means disqualification. Prizes that have not been shipped then go to the next athlete.",
        "The rules of a season are fixed when it begins and are kept with its results.",
      ],
    },
    {
      title: "Prizes",
      points: [
        "Prizes and their approximate retail value: [retail value of each prize].",
        `Winners hear from us by email or direct message, and have ${competition.claimDays} days to claim. After that the prize goes to the next athlete.`,
        "Where a season's prizes ask winners to pay for shipping, the leaderboard says so and how much. [places where a winner may not be asked to pay, and where shipping is therefore free]",
        "Prizes may change to others of at least the same value, cannot be exchanged for cash, and taxes on them are the winner's.",
      ],
    },
    {
      title: "Results",
      paragraphs: [
        "The final table of every season and its winners are published under Leaderboard, Past seasons. If you think that a result is wrong, answer the mail about it or write to us: a person looks, and tells you what they found.",
      ],
    },
    { title: "Law", paragraphs: ["[governing law and place of jurisdiction]"] },
  ],
}
