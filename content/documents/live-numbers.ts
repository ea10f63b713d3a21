import { site } from "../site.ts"
import type { TermsDocument } from "./document.ts"

export const liveNumbers: TermsDocument = {
  slug: "live-numbers",
  title: "Which numbers are live",
  lead: "Some numbers on this site are measured while you look. Others are stated by us, and some belong to samples. Here is which is which.",
  changedOn: "2026-11-22",
  sections: [
    {
      title: "Measured, within a second",
      points: [
        "Ranks, points, active days and movements on the boards, athlete pages, share cards and embeds.",
        "Spots left at events.",
        "Results of past seasons, which are fixed when a season closes.",
        "Your own numbers on your account page.",
      ],
    },
    {
      title: "Stated by us",
      points: [
        "Prices, prizes, dates and distances of events.",
        "Community figures such as members, miles per week, events per year and money raised. They are rounded, and we update them by hand.",
        "How a donation is divided. It is what we plan, not a promise about each dollar.",
      ],
    },
    {
      title: "Samples",
      points: [
        `The athletes, testimonials and case study that come with a new installation of ${site.name} are invented. Sample athletes are marked as samples on every board, and leave it when the first member scores.`,
        "The figures under Stated by us are samples until the operator enters their own in the site's content.",
      ],
    },
  ],
}
