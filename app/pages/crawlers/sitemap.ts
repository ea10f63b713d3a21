import { articlesOf } from "#content/articles.ts"
import { documents } from "#content/documents.ts"
import { pages } from "#content/pages.ts"
import type { LivePage } from "#domain/shown.ts"
import { words } from "../../context.ts"
import { originOf } from "../../words/origin-of.ts"
import type { Route } from "./+types/sitemap"

/** Pages to index, apart from documents, athletes and articles; races and seasons have a sitemap of their own. */
const paths = [...pages.filter(({ isIndexed }) => isIndexed).map(({ path }) => path), "/leaderboard/seasons"]

export const handle: LivePage = { shows: ["publishing"] }

/** https://www.sitemaps.org/protocol.html. Slugs and paths need no XML escaping. */
export function loader({ context }: Route.LoaderArgs) {
  const origin = originOf(context)
  const entries = [
    ...paths.map((path) => ({ path, on: undefined })),
    ...documents.map(({ slug }) => ({ path: `/${slug}`, on: undefined })),
    ...context
      .get(words)
      .list("athletes")
      .map((athlete) => ({ path: `/athletes/${athlete.id}`, on: undefined })),
    ...articlesOf(context.get(words).list("articles"))
      .filter((article) => article.href !== "#")
      .map((article) => ({ path: article.href, on: article.date })),
  ]
  const urls = entries.map(
    ({ path, on }) => `  <url><loc>${origin}${path}</loc>${on ? `<lastmod>${on}</lastmod>` : ""}</url>`,
  )
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`
  return new Response(xml, { headers: { "content-type": "application/xml; charset=utf-8" } })
}
