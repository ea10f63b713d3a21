import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

export const liveNumbers: TermsDocument = {
  slug: "live-numbers",
  title: "Which numbers are live",
  lead: "Some numbers on this site are measured as you look at them. We state others ourselves, and some belong to samples. Here is which is which.",
  changedOn: "2026-11-22",
  sections: [
    {
      title: "Measured live, to the second",
      points: [
        "Ranks, points, active days and changes of place on the boards, athlete pages, share cards and embeds.",
        "Spots left in each session.",
        "Results of past seasons, which are final once a season closes.",
        "Your own numbers on your account page.",
      ],
    },
    {
      title: "Stated by us",
      points: [
        "Prices, prizes, and the dates and distances of events.",
        "Community figures such as members, miles per week, events per year and money raised. We round them and update them by hand.",
        "How we divide donations. It is our plan, not a promise about each dollar.",
      ],
    },
    {
      title: "Samples",
      points: [
        `The athletes, testimonials and case study that come with a new installation of ${site.name} are invented. Every board marks sample athletes as samples and drops them once the first member scores.`,
        "The figures under “Stated by us” are samples until the operator replaces them.",
      ],
    },
  ],
}
