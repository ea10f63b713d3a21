import { applicationPages } from "./applications.ts"
import { readArticles } from "./articles-on-disk.ts"
import type { PictureKind } from "./artwork/address.ts"
import { athletes } from "./athletes.ts"
import { site } from "./site.ts"

/** Text and picture of a page's link preview. */
export interface SocialCard {
  path: string
  title: string
  /** One line below the title. */
  line: string
  picture: { kind: PictureKind; slug: string }
}

const page = (path: string, title: string, line: string, slug: string, kind: PictureKind = "pages") => ({
  ...{ path, title, line },
  picture: { kind, slug },
})

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

/** All pages with their own link preview. */
export function socialCards(): SocialCard[] {
  return [
    page("/", "Where Everyday Athletes Compete, Connect, and Win", site.tagline, "home"),
    page("/about", "We keep score of showing up.", "About", "about"),
    page("/athletes", "Our Athletes", "Runners, triathletes, lifters, hybrids", "about"),
    page("/blog", "Training, racing and telling your own story", "Blog", "growing-personal-brand", "blog"),
    page("/community", "The people who notice at 5:40 AM", "Community", "community"),
    page("/events", "Sessions, all free, all open to every pace", "Events", "saturday-long-run", "events"),
    page("/partners", "Back the people who show up", "Partners", "partners"),
    page("/donate", "Miles that pay for research", "Donate", "donate"),
    page("/for-brands", "For Brands", "Connect, manage, scale", "for-brands"),
    page("/for-creators", "For Creators", "Join, learn, grow", "for-creators"),
    page("/shop", "Shop", "Seven services with prices you can read", "for-brands"),
    page("/checkout-success", "Payment Successful", "Shop", "donate"),
    page("/checkout-cancel", "Payment Cancelled", "Shop", "partners"),
    page("/case-study", "Case Study", "What a partner got out of it", "case-study"),
    page("/leaderboard", "The two-week race", "Time, distance and consistency, live", "leaderboard"),
    page("/auth", "Sign in", "Or create an account", "sunrise-run", "events"),
    page("/join", "Join the competition", "Name, email, and you are in", "leaderboard"),
    page("/mail-link", "One step left", "Your link", "sunrise-run", "events"),
    page("/account", "Your account", "Points, places and prizes", "leaderboard"),
    ...Object.entries(applicationPages).map(([id, { title }]) =>
      page(`/${id}`, title, site.tagline, besideForms[id as keyof typeof applicationPages]),
    ),
    ...readArticles()
      .filter(({ href }) => href !== "#")
      .map(({ href, title, category, slug }) => page(href, title, `Blog, ${category}`, slug, "blog")),
    ...athletes.map(({ id, name, sport }) => page(`/athletes/${id}`, name, sport, id, "athletes")),
  ]
}
