import { escapeHtml } from "#primitives/html.ts"
import { countOf, ordinal } from "./amounts.ts"
import { site } from "./site.ts"

/** The data of a closed season in the feed. */
interface FeedSeason {
  slug: string
  name: string
  from: string
  to: string
  frozenAt: Date
  athletes: number
  winners: readonly {
    place: number
    title: string
    name: string | null
    sample: boolean
    /** Attributions that the terms of sources require beside the place. */
    credits: readonly string[]
  }[]
}

/**
 * Results of closed seasons as RSS 2.0 (https://www.rssboard.org/rss-specification), in the order given.
 * @param origin public origin without a trailing slash
 * @param race whose seasons these are; absent for the seasons of all races
 */
export function seasonsFeed(
  origin: string,
  seasons: readonly FeedSeason[],
  race?: { page: string; name: string },
): string {
  const path = `/leaderboard/${race?.page ?? "seasons"}`
  const items = seasons.map((season) => {
    const address = `${origin}/leaderboard/seasons/${season.slug}`
    return `    <item>
      <title>${escapeHtml(`${season.name}, ${season.from} to ${season.to}`)}</title>
      <link>${address}</link>
      <guid isPermaLink="true">${address}</guid>
      <pubDate>${season.frozenAt.toUTCString()}</pubDate>
      <description>${escapeHtml(summary(season))}</description>
    </item>
`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${escapeHtml(race ? `${site.name} ${race.name.toLowerCase()}` : `${site.name} season results`)}</title>
    <link>${origin}${path}</link>
    <atom:link href="${origin}${path}/rss.xml" rel="self" type="application/rss+xml"/>
    <description>${escapeHtml(race ? `Winners and results of the ${race.name.toLowerCase()}.` : "Final tables and winners of every closed season.")}</description>
    <language>en-us</language>
${items.join("")}  </channel>
</rss>
`
}

function summary({ athletes, winners }: FeedSeason): string {
  const names = winners.map(
    ({ place, name, title, sample, credits }) =>
      `${ordinal(place)}: ${name ?? "an athlete"}${sample ? " (sample athlete)" : ""} (${title}${credits.length > 0 ? `; data: ${credits.join(", ")}` : ""})`,
  )
  return [`${countOf(athletes, "athlete")} took part.`, ...names].join(" ")
}

/**
 * Sitemap of races and closed seasons (https://www.sitemaps.org/protocol.html). Slugs contain nothing that XML must escape.
 * @param pages of the races
 */
export function seasonsSitemap(
  origin: string,
  pages: readonly string[],
  seasons: readonly FeedSeason[],
): string {
  const races = pages.map((page) => `  <url><loc>${origin}/leaderboard/${page}</loc></url>\n`)
  const urls = seasons.map(
    ({ slug, frozenAt }) =>
      `  <url><loc>${origin}/leaderboard/seasons/${slug}</loc><lastmod>${frozenAt.toISOString()}</lastmod></url>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${races.join("")}${urls.join("")}</urlset>
`
}
