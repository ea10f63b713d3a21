import { athletes } from "#content/athletes.ts"
import { site } from "#content/site.ts"

/** The route table of the specification, section 2, with every athlete and article. */
export const paths: readonly string[] = [
  "/",
  "/about",
  "/athletes",
  ...athletes.map((athlete) => `/athletes/${athlete.id}`),
  "/blog",
  ...[
    "growing-personal-brand",
    "setting-goals-social-media-journey",
    "setbacks-to-strength-athlete-transformation",
    "mindset-shifts-maximize-performance",
    "leadership-lessons-team-sports-business",
    "building-better-habits-30-day-guide",
    "guest-qa-faith-failure-focus",
    "nutrition-simple-meal-plans",
    "fatherhood-fitness-balance",
    "breaking-plateaus-dominate-360",
    `${site.slug}-pop-up-race-costa-mesa`,
    "rise-of-club-balboa",
  ].map((slug) => `/blog/${slug}`),
  ...["/community", "/events", "/partners", "/donate", "/newsletter", "/for-brands", "/for-creators"],
  ...["/brand-application", "/creator-application", "/athlete-application"],
  ...["/shop", "/checkout-success", "/checkout-cancel", "/case-study"],
  ...["/social-media-planner-waitlist", "/built2connect-waitlist", "/creator-newsletter"],
  ...["/leaderboard", "/auth"],
]

/** One path of each kind of page: athletes and articles look alike. */
export const kindsOfPages: readonly string[] = paths.filter(
  (path) => !/^\/(athletes|blog)\/./.test(path) || /linus-varga-cho|rise-of-club-balboa/.test(path),
)
