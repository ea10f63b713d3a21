import { readingMinutes } from "#content/articles.ts"
import { type ArticleEntry, articleEntryShape } from "#content/schema.ts"
import { type Words, type WordsRow, wordsWith } from "#content/words/words.ts"
import type { Draft } from "./article.ts"

/** The page of a draft, and the words with which it shows the draft: those of the site, and no other draft. */
export function wordsWithDraft(
  rows: readonly WordsRow[],
  draft: Draft,
  today: string,
): { page: string; words: Words } {
  const data = sketchedArticle(draft, today)
  const { slug } = data
  const others = rows.filter(
    (row) => row.state !== "draft" && !(row.kind === "articles" && row.slug === slug),
  )
  const row: WordsRow = { kind: "articles", slug, data, position: null, state: "published" }
  return { page: `/blog/${slug}`, words: wordsWith([...others, row]) }
}

/** A draft as an article: what is missing or wrong is left out or replaced. */
function sketchedArticle(draft: Draft, today: string): ArticleEntry {
  const { shape } = articleEntryShape
  const markdown = String(draft.markdown ?? "").trim() || "…"
  return {
    slug: shape.slug.catch("draft").parse(draft.slug),
    title: shape.title.catch("Untitled").parse(draft.title),
    category: shape.category.catch("Creators").parse(draft.category),
    badges: shape.badges.catch(undefined).parse(draft.badges),
    // It is not on the page.
    excerpt: shape.excerpt.catch("…".repeat(40)).parse(draft.excerpt),
    author: shape.author.catch(undefined).parse(draft.author),
    date: shape.date.catch(today).parse(draft.date),
    readTime: `${readingMinutes(markdown)} min read`,
    featured: false,
    related: shape.related.catch([]).parse(draft.related),
    picture: shape.picture.catch(undefined).parse(draft.picture),
    art: shape.art.catch(undefined).parse(draft.art) ?? "growing-personal-brand",
    markdown: markdown.slice(0, 200_000),
  }
}
