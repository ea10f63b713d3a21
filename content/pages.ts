import { applicationPages } from "./applications.ts"
import type { PictureKind } from "./artwork/address.ts"
import { site } from "./site.ts"

/** What is known about a page besides its content. The routes are in app/routes.ts. */
export interface PageFacts {
  path: string
  /** Text of its link preview: the title, and one line below it. */
  title: string
  line: string
  /** Picture of its link preview. */
  picture: { kind: PictureKind; slug: string }
  /** Whether it is in the sitemap. */
  isIndexed: boolean
}

const page = (
  path: string,
  title: string,
  line: string,
  slug: string,
  { kind = "pages", isIndexed = true }: { kind?: PictureKind; isIndexed?: boolean } = {},
): PageFacts => ({ path, title, line, picture: { kind, slug }, isIndexed })

const unlisted = { isIndexed: false } as const
const atSunrise = { kind: "events", isIndexed: false } as const

/** The preview picture of each form's page. */
const besideForms: Record<keyof typeof applicationPages, string> = {
  newsletter: "community",
  "creator-newsletter": "for-creators",
  "brand-application": "for-brands",
  "creator-application": "home",
  "athlete-application": "about",
  "social-media-planner-waitlist": "for-brands",
  "built2connect-waitlist": "partners",
}

/** Every page with its own link preview, except those of athletes and articles. */
export const pages: readonly PageFacts[] = [
  page("/", "Where Everyday Athletes Compete, Connect, and Win", site.tagline, "home"),
  page("/about", "We keep score of showing up.", "About", "about"),
  page("/athletes", "Our Athletes", "Runners, triathletes, lifters, hybrids", "about"),
  page("/blog", "Training, racing and telling your own story", "Blog", "growing-personal-brand", {
    kind: "blog",
  }),
  page("/community", "The people who notice at 5:40 AM", "Community", "community"),
  page("/events", "Sessions, all free, all open to every pace", "Events", "saturday-long-run", {
    kind: "events",
  }),
  page("/partners", "Back the people who show up", "Partners", "partners"),
  page("/donate", "Miles that pay for research", "Donate", "donate"),
  page("/for-brands", "For Brands", "Connect, manage, scale", "for-brands"),
  page("/for-creators", "For Creators", "Join, learn, grow", "for-creators"),
  page("/shop", "Shop", "Seven services with prices you can read", "for-brands"),
  page("/checkout-success", "Payment Successful", "Shop", "donate", unlisted),
  page("/checkout-cancel", "Payment Cancelled", "Shop", "partners", unlisted),
  page("/case-study", "Case Study", "What a partner got out of it", "case-study"),
  page("/developers", "Build on the board", "Developers", "leaderboard"),
  page("/leaderboard", "The two-week race", "Time, distance and consistency, live", "leaderboard"),
  page("/report", "Report something", "With or without an account", "community", unlisted),
  page("/auth", "Sign in", "Or create an account", "sunrise-run", atSunrise),
  page("/join", "Join the competition", "Name, email, and you are in", "leaderboard"),
  page("/mail-link", "One step left", "Your link", "sunrise-run", atSunrise),
  page("/account", "Your account", "Points, places and prizes", "leaderboard", unlisted),
  ...Object.entries(applicationPages).map(([id, { title }]) =>
    page(`/${id}`, title, site.tagline, besideForms[id as keyof typeof applicationPages]),
  ),
]
