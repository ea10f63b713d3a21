import type { Donation } from "./schema.ts"

/** Text and products of /donate. Amounts in US cents. */
export const donation = {
  split: [
    { percent: 50, label: "research" },
    { percent: 30, label: "community programs" },
    { percent: 20, label: "awareness" },
  ],
  impact: [
    { value: "$45,000", label: "raised" },
    { value: "3", label: "grants" },
    { value: "150+", label: "families" },
    { value: "12", label: "events" },
  ],
  oneTimeCents: [2500, 5000, 10000],
  monthlyCents: [1500, 2500, 5000],
  customCents: { min: 100, max: 1_000_000 },
} as const satisfies Donation
