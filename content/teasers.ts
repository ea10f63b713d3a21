import type { Teaser } from "./schema.ts"
import { site } from "./site.ts"

/** The three posts on the home page. */
export const teasers = [
  {
    href: "/blog/b4m-pop-up-race-costa-mesa",
    category: "Events",
    title: `${site.name} Pop-Up Race in Costa Mesa`,
    excerpt:
      "Announced three days ahead, run on chalk arrows, won by the eleven who went back out. The recap.",
  },
  {
    href: "/blog/setting-goals-social-media-journey",
    category: "For Creators",
    title: "Setting Goals for Your Social Media Journey",
    excerpt:
      "Train your account the way you train for a race: a date, a few numbers you control, and easy days.",
  },
  {
    href: "/blog/growing-personal-brand",
    category: "For Creators",
    title: "Growing Your Personal Brand as an Athlete",
    excerpt: "You do not need a podium to be worth following. You need one honest sentence and a rhythm.",
  },
] as const satisfies readonly Teaser[]
