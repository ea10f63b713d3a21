import { testimonials } from "../community.ts"
import { type Testimonial, testimonialShape } from "../schema.ts"
import { kindOf } from "./kind.ts"

export const testimonialKind = kindOf<Testimonial>({
  title: "Testimonials",
  one: "testimonial",
  shape: testimonialShape,
  defaults: testimonials,
  slugOf: ({ athleteId }) => athleteId,
  nameOf: ({ name }) => name,
  controls: [
    { name: "quote", label: "What they said", as: "text" },
    { name: "name", label: "Name", as: "line" },
    { name: "detail", label: "Who they are", as: "line", hint: "Such as “Carpenter and hybrid athlete”." },
  ],
  derive: (_fields, slug) => ({ athleteId: slug }),
  part: "publishing",
  pages: () => ["/community", "/for-creators"],
  grows: true,
})
