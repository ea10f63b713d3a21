import { competition } from "../competitions.ts"
import { site, zoneCity } from "../site.ts"
import { teamRule } from "../team-rule.ts"
import type { TermsDocument } from "./document.ts"

export const officialRules: TermsDocument = {
  slug: "official-rules",
  title: "Official rules",
  lead: "No purchase necessary. Buying something, subscribing to a newsletter or paying for a plan with any service will not improve your chances.",
  changedOn: "2026-11-26",
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
        "You must be 18 or older.",
        "You must live in [countries and states whose residents may enter]. Void where prohibited.",
        "One account per person. The sponsor’s employees, the people who run this site and members of their households may take part but cannot win.",
        "To win, you must be a member of the activity club and appear publicly on the boards. Membership is free.",
      ],
    },
    {
      title: "How to enter",
      paragraphs: [
        "Create a free account, join the competition, and send in recorded activities: connect a service, or upload the files from your watch. Both are free and earn the same points.",
      ],
    },
    {
      title: "Dates",
      paragraphs: [
        `Each race repeats in seasons that follow one another. The leaderboard lists the races, how long their seasons last and the dates of the current ones. Seasons begin and end at midnight in ${zoneCity}. Activities that arrive up to ${competition.graceHours} hours after the end still count for the season in which they took place.`,
      ],
    },
    {
      title: "How winners are chosen",
      points: [
        "By points alone. Published rules turn moving time, distance and consistency into points. There is no drawing, and chance plays no part.",
        "Published rules break ties, too; we never draw lots.",
        "Your odds of winning depend on how many athletes take part and how much they train.",
        "If you win one month, you cannot win the next.",
        `A team race can have a prize, too. It goes to members of the team in first place who were drawn into it with points from an earlier season, did not change teams, and have at least ${teamRule.prizeActiveDays} active days in the season. Before the season begins, the race’s page says what each of them gets and how many prizes there are at most. If more members qualify, those who placed higher in the season get one.`,
        "You can win one prize in a season: if you win a prize of the season itself, you do not share a team’s prize. If you cannot win a season, you cannot share a team’s prize either, but your points count for your team. Having won the month before is no obstacle.",
        `When a season is over, its table is final but the winners are provisional: a person checks them. Undisputed places are awarded ${competition.winnersCheck.hours} hours later; a place in doubt stays open until somebody has checked it. Nobody decides on their own result or that of their household.`,
        "Cheating means disqualification. Any prize not yet shipped goes to the next athlete.",
        "The rules of a season are set when it begins and published with its results.",
      ],
    },
    {
      title: "Prizes",
      points: [
        "The leaderboard lists each season’s prizes. Approximate retail value: [retail value of each prize].",
        `We notify winners by email or direct message. You have ${competition.claimDays} days to claim your prize; after that it goes to the next athlete.`,
        "If winners pay for shipping, the leaderboard says so and how much. Shipping is free for winners in [places where a winner may not be asked to pay].",
        "We may replace a prize with another of equal or greater value. Prizes cannot be exchanged for cash, and winners pay any taxes on them.",
      ],
    },
    {
      title: "Results",
      paragraphs: [
        "We publish the final table and the winners of every season under Leaderboard, Season Results. If you think a result is wrong, reply to the email about it or write to us. A person will check and tell you what they found.",
      ],
    },
    { title: "Law", paragraphs: ["These rules are governed by [governing law and place of jurisdiction]."] },
  ],
}
