import { readingMinutes } from "#content/articles.ts"
import { type ArticleEntry, articleEntryShape } from "#content/schema.ts"
import type { Draft } from "./article.ts"

/** A draft as an article, for previews: what is missing or wrong is replaced. */
export function sketchedArticle(draft: Draft, today: string): ArticleEntry {
  const { shape } = articleEntryShape
  const markdown = String(draft.markdown ?? "")
  const picture = shape.picture.safeParse(draft.picture)
  return {
    slug: String(draft.slug || "draft"),
    title: String(draft.title || "Without a title"),
    category: shape.category.catch("Creators").parse(draft.category),
    badges: shape.badges.catch(undefined).parse(draft.badges),
    excerpt: String(draft.excerpt ?? ""),
    author: shape.author.catch(undefined).parse(draft.author),
    date: shape.date.catch(today).parse(draft.date),
    readTime: `${readingMinutes(markdown)} min read`,
    featured: false,
    related: shape.related.catch([]).parse(draft.related),
    picture: picture.success ? picture.data : undefined,
    art: shape.art.catch(undefined).parse(draft.art) ?? "growing-personal-brand",
    formerSlugs: [],
    markdown,
  }
}
