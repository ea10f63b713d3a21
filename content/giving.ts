import { inDollars } from "./amounts.ts"
import { donation } from "./donation.ts"
import type { GivingPart } from "./schema.ts"
import { site } from "./site.ts"

/** The purpose of each part of the split on /donate, in the order of `donation.split`. */
export const givingParts = [
  {
    label: "research",
    text: "Grants to teams that study the diseases our members have met in their own families. Small ones, awarded once a year, with a report in plain English.",
  },
  {
    label: "community programs",
    text: "Race entries, shoes and travel for people who would otherwise stay home, and free sessions for beginners.",
  },
  {
    label: "awareness",
    text: "Events and stories that bring a hard subject to the start line, and the cost of asking for the next dollar.",
  },
] as const satisfies readonly GivingPart[]

/**
 * Who receives the research half. This is a sample: put the name, the registered number and the page of the organization
 * that you give to here before you take money.
 */
export const beneficiary = {
  sample: true,
  name: "Sample Harbor Research Fund",
  kind: "Receives the research half of every donation",
  text: "Pays for small studies of rare diseases that begin in childhood: one question, one team, one year, and a report without jargon at the end.",
  facts: [
    { label: "Registered", value: "[the charity’s registered number]" },
    { label: "Where", value: "[city and state]" },
    { label: "Last report", value: "[a link to the newest annual report]" },
  ],
} as const

/** What each amount on a button pays for, in cents. Examples at sample prices. */
export const sumsDo: { once: Readonly<Record<number, string>>; monthly: Readonly<Record<number, string>> } = {
  once: {
    2500: "A first 5K entry for someone who could not afford it.",
    5000: "One hour of a research nurse’s time with one family.",
    10000: "A pair of running shoes and the bus there for a beginner’s first season.",
  },
  monthly: {
    1500: "The coffee, water and first-aid kit of one free session a month.",
    2500: "One sample a month sent to the lab, with its results explained.",
    5000: "A place in a free beginners’ program, month after month.",
  },
}

/** The card for corporate donors. */
export const corporatePartner = {
  title: "Corporate Partner",
  text: `Match what your people raise, back an event or fund a grant. Write to us, and someone from ${site.name} will reply within 48 hours with what your money would do.`,
  action: { label: "Become a Corporate Partner", href: "/partners" },
} as const

/** Shown near the buttons. */
export const givingNote =
  "The split is how we plan to use donations. Once a year we publish what we raised and where it went."

/** Parses a typed amount: "40", "$1,000", "12.50". Dollars and cents, within the limits of the donations. */
export function readAmount(typed: string): { ok: true; cents: number } | { ok: false; problem: string } {
  const { min, max } = donation.customCents
  const plain = typed
    .trim()
    .replace(/^\$\s*/, "")
    .replace(/(\d),(?=\d{3}(\D|$))/g, "$1")
  const [, whole, part = ""] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  if (whole === undefined) return { ok: false, problem: "Enter an amount in dollars, such as 40 or 12.50." }
  const cents = Number(whole) * 100 + Number(part.padEnd(2, "0"))
  if (cents < min || cents > max)
    return { ok: false, problem: `Enter an amount from ${inDollars(min)} to ${inDollars(max)}.` }
  return { ok: true, cents }
}

/** The name of a donation at checkout; create-checkout takes these as productName. */
export const gifts = {
  once: { name: "Donation", slug: "donation", mode: "payment" },
  monthly: { name: "Monthly Donation", slug: "monthly-donation", mode: "subscription" },
} as const
