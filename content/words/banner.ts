import { z } from "zod"
import { dayShape, hrefShape } from "../schema.ts"
import { kindOf, lineShape } from "./kind.ts"

const bannerShape = z.object({
  text: lineShape.max(140),
  label: lineShape.max(40).optional(),
  href: hrefShape.optional(),
  /** The last day on which it shows, on the site's calendar. */
  until: dayShape.optional(),
})
/** One line above every page. */
export type Banner = z.infer<typeof bannerShape>

export const bannerKind = kindOf<Banner>({
  title: "Banner",
  one: "banner",
  shape: bannerShape,
  defaults: [],
  slugOf: () => "banner",
  nameOf: ({ text }) => text,
  controls: [
    { name: "text", label: "Text", as: "line", hint: "At most 140 characters." },
    { name: "label", label: "Words of its link", as: "line", optional: true },
    {
      name: "href",
      label: "Where the link leads",
      as: "link",
      hint: "/events, or https://….",
      optional: true,
    },
    { name: "until", label: "Shown until", as: "day", optional: true },
  ],
  part: "frame",
  pages: () => ["/"],
  grows: true,
  only: "banner",
})
