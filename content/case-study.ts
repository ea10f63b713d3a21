import type { CaseStudy } from "./schema.ts"
import { site } from "./site.ts"

/** One retail partner. The store and the people are fictional samples; replace them with a real story. */
export const caseStudy = {
  partner: "Shoreline Run Supply",
  kind: "Independent running store, Costa Mesa",
  title: "A running store, a quiet Tuesday and 25 pairs of feet",
  lead: "A local retail partner gave us its floor before opening hours. We gave it people who wear through shoes. Here is how that went.",
  figures: [
    { value: "12", label: "weeks" },
    { value: "25", label: "athletes when every spot was taken" },
    { value: "41", label: "pairs tried on hills" },
    { value: "1 in 3", label: "came back on a weekend" },
  ],
  sections: [
    {
      title: "The quiet weekdays",
      paragraphs: [
        "Shoreline sells shoes to people who run, in a part of town where most people drive. Saturdays were good. From Monday to Wednesday the door opened six or seven times before noon.",
        "Ads had brought bargain hunters, who took the discount and left. What the owner wanted was harder to buy: runners who would stop in on a weekday because they were passing by anyway.",
      ],
    },
    {
      title: "What we agreed",
      paragraphs: [
        `For twelve weeks the Tuesday session of ${site.name} would start and finish at the store. Doors open at 5:30, bags behind the counter, coffee afterward. The store would put out test pairs in common sizes, and anybody could take them around the loop.`,
        "There were three conditions, written on one page. No sales talk before the run. Honest notes on every pair, shared with the store and with nobody else. And either side could end it with one phone call.",
      ],
    },
    {
      title: "What happened",
      paragraphs: [
        "On the first Tuesday nine people came. By the fifth week the 25 spots of the session were gone by Sunday evening. Forty-one pairs went out over the twelve weeks and came back with dust on them and a card tied to the laces.",
        "About one athlete in three returned at another time to buy something, usually on a weekend, and usually with a friend. The cards turned out to be worth as much. One model was taken off the wall, and another, which nobody had picked up before, went up in its place.",
      ],
    },
    {
      title: "What we would do differently",
      paragraphs: [
        "We began with too few small sizes, so half the women in the group had nothing to test until week three. And we should have asked about parking before twenty-five people did.",
        "The twelve weeks ended in September. Nobody told the Tuesday group to leave, so it hasn’t.",
      ],
    },
  ],
  mornings: {
    people: [9, 13, 16, 21, 25, 25, 25, 25, 25, 25, 25, 25],
    spots: 25,
    caption:
      "Athletes at the store on each of the twelve Tuesdays. Bright: all 25 spots were taken ahead of time.",
  },
  returned: {
    count: 8,
    of: 25,
    caption: "came back at another time to buy something: about one in three.",
  },
  pairs: {
    count: 41,
    of: 41,
    caption: "test pairs came back with dust on them and a card tied to the laces.",
  },
  quote: {
    text: "I used to pay to get strangers through the door. Now I leave the door open for people whose names I know, and they bring the strangers.",
    name: "Dolores Whitfield-Ames",
    detail: "Owner, Shoreline Run Supply (sample)",
  },
  actions: [
    { label: "Apply as a Brand", href: "/brand-application" },
    { label: "Join as a Creator", href: "/creator-application" },
  ],
} as const satisfies CaseStudy
