import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

export const liveNumbers: TermsDocument = {
  slug: "live-numbers",
  title: "Where our numbers come from",
  lead: "Some numbers on this site update live, others we enter by hand, and a few are samples. Here’s which is which.",
  changedOn: "2026-11-22",
  sections: [
    {
      title: "Live, to the second",
      points: [
        "Ranks, points, active days and changes of place on the boards, athlete pages, share cards and embeds.",
        "Spots left in each session.",
        "Results of past seasons, which are final once a season closes.",
        "Your own numbers on your account page.",
      ],
    },
    {
      title: "Entered by us",
      points: [
        "Prices, prizes, and the dates and distances of events.",
        "Community figures such as members, miles per week, events per year and money raised. We round them and update them ourselves.",
        "How we split donations. That’s our plan, not a promise about every dollar.",
      ],
    },
    {
      title: "Samples",
      points: [
        `The athletes, testimonials and case study that come with a new installation of ${site.name} are invented. Every board marks sample athletes as samples and removes them once the first member scores.`,
        "The numbers under “Entered by us” are samples until we replace them.",
      ],
    },
  ],
}
