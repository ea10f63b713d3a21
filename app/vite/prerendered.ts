import { applicationPages } from "#content/applications.ts"
import { articleSlugs } from "./article-slugs.ts"

/** Routes that are not prerendered: live data, a form whose frame is configured, or a response that depends on the visitor. */
const notPrerendered = [
  "/",
  "/athletes",
  "/community",
  "/leaderboard",
  "/leaderboard/seasons",
  "/newsletter/issues",
  "/auth",
  "/join",
  "/events",
  "/for-brands",
  "/partners",
  "/donate",
  "/account",
  "/account/cheers",
  "/account/messages",
  "/account/orders",
  "/account/prizes",
  "/account/push",
  "/account/races",
  "/account/settings",
  "/account/year",
  "/cheers",
  "/here",
  "/report",
  "/checkout",
  "/checkout-success",
  "/checkout-cancel",
  // Pages that contain a form.
  ...Object.keys(applicationPages).map((id) => `/${id}`),
]

/**
 * The prerendered paths: all other routes without parameters, and every article.
 * @param staticPaths the route table's paths without parameters
 */
export function prerenderedPaths(staticPaths: readonly string[]): string[] {
  return [
    ...staticPaths.filter((path) => !notPrerendered.includes(path)),
    ...articleSlugs.map((slug) => `/blog/${slug}`),
  ]
}
