import { z } from "zod"
import { firstSeries } from "../competitions.ts"
import { bundleOf, type Thing } from "../prize-bundle.ts"
import { externalShape, slugShape } from "../schema.ts"
import { kindOf, lineShape, uploadedShape } from "./kind.ts"

const prizeShape = z.object({
  slug: slugShape,
  /** Which prize it is: its title among the prizes of a season, which says who wins it. */
  title: lineShape,
  name: lineShape,
  items: z
    .array(z.object({ text: lineShape, thing: z.custom<Thing>() }))
    .max(6)
    .readonly(),
  sponsor: lineShape.optional(),
  sponsorHref: externalShape.optional(),
  picture: uploadedShape.optional(),
})
/** What a prize consists of. Which place of which season wins it is decided there. */
export type PrizeContents = z.infer<typeof prizeShape>

const titles = [...new Set(firstSeries.flatMap(({ prizes }) => prizes.map(({ title }) => title)))]

/** The items of a prize that is described by its title alone. */
function contentsOf(title: string): PrizeContents {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
  return { slug: slug.slice(0, 80).replace(/-$/, ""), title, ...bundleOf(title) }
}

export const prizeKind = kindOf<PrizeContents>({
  title: "Prizes",
  one: "prize",
  shape: prizeShape,
  defaults: titles.map(contentsOf),
  slugOf: ({ slug }) => slug,
  nameOf: ({ title }) => title,
  controls: [
    {
      name: "title",
      label: "Prize",
      as: "line",
      hint: "Exactly as the season lists it, so that both are the same prize.",
    },
    { name: "name", label: "Name shown", as: "line" },
    {
      name: "items",
      label: "What it consists of",
      as: "lines",
      hint: "One item in each line.",
      optional: true,
    },
    { name: "sponsor", label: "Sponsor", as: "line", optional: true },
    {
      name: "sponsorHref",
      label: "The sponsor’s page",
      as: "link",
      hint: "Begins with https://.",
      optional: true,
    },
    { name: "picture", label: "Picture", as: "picture", optional: true },
  ],
  fields: ({ items, ...rest }) => ({ ...rest, items: items.map(({ text }) => text) }),
  derive: ({ items }, slug) => ({
    slug,
    // The drawing follows from the words, as it does for a title.
    items: Array.isArray(items) ? bundleOf(`: ${items.join(", ")}`).items : [],
  }),
  part: "seasons",
  pages: () => ["/", "/leaderboard"],
  grows: true,
})
