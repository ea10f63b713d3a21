/**
 * Address of the picture that previews of a link to a page show, 1200 by 630, drawn by the build from social-cards.ts.
 * Null where a page brings a picture of its own. Whether the page exists is not asked.
 * @param path such as "/blog/rise-of-club-balboa"
 */
export function socialImage(path: string): string | null {
  if (path.startsWith("/leaderboard/athletes/")) return null
  const [, name = ""] = /^\/((?:athletes\/|blog\/)?[a-z0-9-]+)\/?$/.exec(path) ?? []
  return `/social/${name.replace("/", "-") || "home"}.png`
}

export const socialImageSize = { width: 1200, height: 630 }
