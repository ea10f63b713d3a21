import { escapeHtml } from "#primitives/html.ts"
import type { Article } from "./schema.ts"
import { site } from "./site.ts"

/**
 * The blog as RSS 2.0 (https://www.rssboard.org/rss-specification), newest first; entries without a page are left out.
 * @param origin public origin without a trailing slash
 */
export function blogFeed(origin: string, articles: readonly Article[]): string {
  const written = articles.filter((article) => article.href !== "#")
  const items = written.map(
    (article) => `    <item>
      <title>${escapeHtml(article.title)}</title>
      <link>${origin}${article.href}</link>
      <guid isPermaLink="true">${origin}${article.href}</guid>
      <pubDate>${published(article)}</pubDate>
      <dc:creator>${escapeHtml(article.author)}</dc:creator>
${article.badges.map((badge) => `      <category>${escapeHtml(badge)}</category>`).join("\n")}
      <description>${escapeHtml(article.excerpt)}</description>
    </item>`,
  )
  const newest = written[0]
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${escapeHtml(`${site.name} Blog`)}</title>
    <link>${origin}/blog</link>
    <atom:link href="${origin}/blog/rss.xml" rel="self" type="application/rss+xml"/>
    <description>${escapeHtml(site.description)}</description>
    <language>en-us</language>
${newest ? `    <lastBuildDate>${published(newest)}</lastBuildDate>\n` : ""}${items.join("\n")}
  </channel>
</rss>
`
}

/** Noon UTC, so that it is the same day in every zone of the Americas and Europe. RSS requires RFC 822 dates. */
function published(article: Article): string {
  return new Date(`${article.date}T12:00:00Z`).toUTCString()
}
