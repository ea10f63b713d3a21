import { z } from "zod"
import { externalShape, slugShape } from "../schema.ts"
import { kindOf, lineShape, uploadedShape } from "./kind.ts"

const partnerShape = z.object({
  slug: slugShape,
  name: lineShape,
  text: z.string().trim().min(10).max(400),
  href: externalShape.optional(),
  picture: uploadedShape.optional(),
})
export const partnerKind = kindOf<z.infer<typeof partnerShape>>({
  title: "Partners",
  one: "partner",
  shape: partnerShape,
  // A site begins without any; its page has no such part then.
  defaults: [],
  slugOf: ({ slug }) => slug,
  nameOf: ({ name }) => name,
  controls: [
    { name: "name", label: "Name", as: "line" },
    { name: "text", label: "What they do with us", as: "text" },
    { name: "href", label: "Their page", as: "link", hint: "Begins with https://.", optional: true },
    { name: "picture", label: "Logo or picture", as: "picture", optional: true },
  ],
  derive: (_fields, slug) => ({ slug }),
  part: "publishing",
  pages: () => ["/partners"],
  grows: true,
})
