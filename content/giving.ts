import type { GivingPart } from "./schema.ts"
import { site } from "./site.ts"

/** What each part of the split on /donate does, in the order of `donation.split`. */
export const givingParts = [
  {
    label: "research",
    text: "Grants to teams that study the diseases our members have met in their own families. Small ones, awarded once a year, with a report that a layperson can read.",
  },
  {
    label: "community programs",
    text: "Start numbers, shoes and travel for people who would otherwise stay at home, and free sessions for beginners.",
  },
  {
    label: "awareness",
    text: "Events and stories that bring a hard subject to the start line, and the cost of asking for the next dollar.",
  },
] as const satisfies readonly GivingPart[]

/** The card for companies. */
export const corporatePartner = {
  title: "Corporate Partner",
  text: `Match what your people raise, back an event or fund a grant. Write to us, and somebody from ${site.name} answers within 48 hours with what your money would do.`,
  action: { label: "Become a Corporate Partner", href: "/partners" },
} as const

/** Shown near the buttons. */
export const givingNote =
  "The split is how we plan to use what is given. We publish what was raised and where it went once a year."

/** What a gift is called where it is paid; create-checkout takes these as productName. */
export const gifts = {
  once: { name: "Donation", slug: "donation", mode: "payment" },
  monthly: { name: "Monthly Donation", slug: "monthly-donation", mode: "subscription" },
} as const
