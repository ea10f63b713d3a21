/**
 * URL of a page's link preview image, 1200 by 630, drawn by the build from social-cards.ts. Null where a page provides its
 * own image. Does not check whether the page exists.
 * @param path such as "/blog/rise-of-club-balboa"
 */
export function socialImage(path: string): string | null {
  if (/^\/leaderboard\/(athletes|seasons)\/[a-z0-9-]+$/.test(path)) return null
  if (path.startsWith("/join/")) return "/social/join.png"
  const [, name = ""] = /^\/((?:athletes\/|blog\/)?[a-z0-9-]+)\/?$/.exec(path) ?? []
  return `/social/${name.replace("/", "-") || "home"}.png`
}

export const socialImageSize = { width: 1200, height: 630 }
