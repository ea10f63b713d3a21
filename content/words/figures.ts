import { z } from "zod"
import { donation } from "../donation.ts"
import { dayShape, slugShape } from "../schema.ts"
import { communityStats } from "../site.ts"
import { kindOf, lineShape } from "./kind.ts"

/** What can be counted from the database (domain/publishing/count-figure.ts). */
const counted = {
  "active-members": "members",
  "miles-logged-weekly": "miles",
  "events-this-year": "events",
  "raised-for-research": "research",
  raised: "raised",
} as const
export type Counted = (typeof counted)[keyof typeof counted]

const figureShape = z
  .object({
    slug: slugShape,
    page: z.enum(["/community", "/donate"]),
    label: lineShape.max(60),
    /** Where its value comes from: invented, counted each day, or typed by an operator. */
    how: z.enum(["sample", "counted", "typed"]),
    value: z.string().trim().max(12),
    /** For a typed value: the day that it is of, and who says so. */
    asOf: dayShape.optional(),
    source: lineShape.optional(),
  })
  .refine(({ how, value }) => how === "counted" || value !== "", {
    path: ["value"],
    message: "Type the figure, such as “500+”.",
  })
  .refine(({ how, asOf }) => how !== "typed" || asOf !== undefined, {
    path: ["asOf"],
    message: "Say which day the figure is of.",
  })
  .refine(({ how, source }) => how !== "typed" || source !== undefined, {
    path: ["source"],
    message: "Say where the figure comes from.",
  })
  .refine(({ how, slug }) => how !== "counted" || slug in counted, {
    path: ["how"],
    message: "This figure cannot be counted: nothing in the database says it.",
  })
/** One figure of the community. */
export type Figure = z.infer<typeof figureShape>

const samples = (page: Figure["page"], items: readonly { value: string; label: string }[]): Figure[] =>
  items.map(({ value, label }) => ({
    slug: page === "/donate" && label !== "raised" ? `donate-${label}` : label.replaceAll(" ", "-"),
    page,
    label,
    how: "sample",
    value,
  }))

/** What is counted for a figure; undefined if nothing can be. */
export function countedAs(slug: string): Counted | undefined {
  return Object.entries(counted).find(([name]) => name === slug)?.[1]
}

const defaults = [...samples("/community", communityStats), ...samples("/donate", donation.impact)]

export const figureKind = kindOf<Figure>({
  title: "Figures",
  one: "figure",
  shape: figureShape,
  defaults,
  slugOf: ({ slug }) => slug,
  nameOf: ({ label, page }) => `${label} (${page})`,
  controls: [
    { name: "label", label: "What it counts", as: "line" },
    {
      name: "how",
      label: "Where it comes from",
      as: "choice",
      options: [
        ["sample", "A sample, marked as one"],
        ["counted", "Counted from the database each day"],
        ["typed", "Typed here, with its date and source"],
      ],
    },
    {
      name: "value",
      label: "Figure",
      as: "line",
      hint: "Such as “500+”. Ignored if it is counted.",
      optional: true,
    },
    { name: "asOf", label: "As of", as: "day", optional: true },
    { name: "source", label: "Source", as: "line", hint: "Such as “our bookkeeping”.", optional: true },
  ],
  derive: ({ value }, slug) => ({
    slug,
    page: defaults.find((one) => one.slug === slug)?.page,
    value: value ?? "",
  }),
  part: "publishing",
  // Home shows those of the community, too.
  pages: (slug) => [defaults.find((one) => one.slug === slug)?.page ?? "/community"],
  grows: false,
})
