import { athletes } from "#content/athletes.ts"
import { articleSlugs } from "#test/specification/article-slugs.ts"

/** The route table of the specification, section 2, with every athlete and article. */
export const paths: readonly string[] = [
  "/",
  "/about",
  "/athletes",
  ...athletes.map((athlete) => `/athletes/${athlete.id}`),
  "/blog",
  ...articleSlugs.map((slug) => `/blog/${slug}`),
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
