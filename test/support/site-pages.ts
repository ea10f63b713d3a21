import { readArticles } from "#content/articles-on-disk.ts"
import { athletes } from "#content/athletes.ts"

/** The route table of the specification, for the tests of links. */
const pages = new Set([
  ..."/ /about /athletes /blog /community /events /partners /donate /newsletter /for-brands /for-creators".split(
    " ",
  ),
  ..."/brand-application /creator-application /athlete-application /shop /checkout-success /checkout-cancel".split(
    " ",
  ),
  ..."/case-study /social-media-planner-waitlist /built2connect-waitlist /creator-newsletter /leaderboard /auth".split(
    " ",
  ),
  ...athletes.map((athlete) => `/athletes/${athlete.id}`),
  ...readArticles().map((article) => article.href),
])

/** Whether a path of the site has a page. */
export function isPage(path: string): boolean {
  return pages.has(path)
}
