import type { z } from "zod"
import { siteShape } from "../schema.ts"
import { site } from "../site.ts"
import { kindOf } from "./kind.ts"

const linksShape = siteShape.shape.links.extend({ profileBase: siteShape.shape.profileBase })
/** Our addresses on other sites. */
export type ExternalLinks = z.infer<typeof linksShape>

const link = (name: keyof ExternalLinks, label: string) =>
  ({ name, label, as: "link", hint: "Begins with https://." }) as const

export const linkKind = kindOf<ExternalLinks>({
  title: "Links",
  one: "set of links",
  shape: linksShape,
  defaults: [{ ...site.links, profileBase: site.profileBase }],
  slugOf: () => "external",
  nameOf: () => "Our addresses on other sites",
  controls: [
    link("club", "Activity club"),
    link("chat", "Community chat"),
    link("groupChat", "Group chat"),
    link("instagram", "Instagram"),
    link("youtube", "YouTube"),
    link("profileBase", "Beginning of an athlete’s profile address"),
  ],
  part: "frame",
  pages: () => ["/community"],
  grows: false,
  only: "external",
})
