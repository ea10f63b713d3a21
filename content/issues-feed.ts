import { escapeHtml } from "#primitives/html.ts"
import { site } from "./site.ts"

/** An issue of the archive in the feed. */
interface FeedIssue {
  slug: string
  /** "The weekly newsletter" */
  list: string
  subject: string
  preview: string
  publishedAt: Date
  /** Sanitized HTML with absolute URLs. */
  html: string
}

/**
 * Issues of the newsletters as Atom (RFC 4287), in the order given.
 * @param origin public origin without a trailing slash
 */
export function issuesFeed(origin: string, issues: readonly FeedIssue[]): string {
  const entries = issues.map((issue) => {
    const address = `${origin}/newsletter/issues/${issue.slug}`
    return `  <entry>
    <title>${text(issue.subject)}</title>
    <id>${address}</id>
    <link rel="alternate" type="text/html" href="${address}"/>
    <published>${issue.publishedAt.toISOString()}</published>
    <updated>${issue.publishedAt.toISOString()}</updated>
    <category term="${text(issue.list)}"/>
${issue.preview ? `    <summary>${text(issue.preview)}</summary>\n` : ""}    <content type="html">${text(issue.html)}</content>
  </entry>
`
  })
  const updated = issues[0]?.publishedAt ?? new Date(0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-us">
  <title>${text(`${site.name} newsletters`)}</title>
  <subtitle>${text("Every newsletter issue sent so far.")}</subtitle>
  <id>${origin}/newsletter/issues</id>
  <link rel="alternate" type="text/html" href="${origin}/newsletter/issues"/>
  <link rel="self" type="application/atom+xml" href="${origin}/newsletter/issues/feed.xml"/>
  <updated>${updated.toISOString()}</updated>
  <author><name>${text(site.name)}</name></author>
${entries.join("")}</feed>
`
}

/** Sitemap of the archive (https://www.sitemaps.org/protocol.html). Slugs contain nothing that XML must escape. */
export function issuesSitemap(
  origin: string,
  issues: readonly Pick<FeedIssue, "slug" | "publishedAt">[],
): string {
  const urls = issues.map(
    ({ slug, publishedAt }) =>
      `  <url><loc>${origin}/newsletter/issues/${slug}</loc><lastmod>${publishedAt.toISOString()}</lastmod></url>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>${origin}/newsletter/issues</loc></url>
${urls.join("")}</urlset>
`
}

/** XML 1.0 has no control characters but tabs and line breaks. */
function text(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  return escapeHtml(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ""))
}
