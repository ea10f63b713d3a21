import { momentInWords } from "#domain/site-clock.ts"
import type { Db } from "#ports/db.ts"
import type { EditedArticle } from "./article.ts"

/** The slugs of articles that a row keeps off the site. */
export async function hiddenSlugs({ sql }: Db): Promise<string[]> {
  const rows = await sql<{ slug: string }>`
    select slug from private.publishing where kind = 'articles' and state = 'hidden'`
  return rows.map(({ slug }) => slug)
}

type Shown = Pick<EditedArticle, "version" | "publishedVersion" | "publishedSlug" | "origin" | "publishAt">

/** Whether an article is on the site, by a row or because content/ has it. */
export function isOnSite({ publishedSlug, origin }: Shown, hidden: ReadonlySet<string>): boolean {
  const slug = publishedSlug ?? origin
  return slug !== null && !hidden.has(slug)
}

/** "On the site", "On the site, with changes that are not", "Draft", "Goes out Nov 22, 2026, 4:00 AM". */
export function stateInWords(article: Shown, hidden: ReadonlySet<string>): string {
  const { version, publishedVersion, publishedSlug, origin, publishAt } = article
  const slug = publishedSlug ?? origin
  const scheduled = publishAt ? `, goes out ${momentInWords(publishAt)}` : ""
  if (isOnSite(article, hidden))
    return `${version === publishedVersion ? "On the site" : "On the site, with unpublished changes"}${scheduled}`
  return `${slug === null ? "Draft" : "Taken off the site"}${scheduled}`
}
