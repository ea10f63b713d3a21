import { articlesOnDisk } from "../articles-on-disk.ts"
import { type ArticleEntry, articleEntryShape } from "../schema.ts"
import { kindOf } from "./kind.ts"

/** Articles have a desk of their own, with drafts and versions; their form is app/operator/articles. */
export const articleKind = kindOf<ArticleEntry>({
  title: "Articles",
  one: "article",
  shape: articleEntryShape,
  defaults: articlesOnDisk,
  slugOf: ({ slug }) => slug,
  nameOf: ({ title }) => title,
  controls: [],
  part: "publishing",
  pages: (slug) => [`/blog/${slug}`, "/blog"],
  grows: true,
  desk: "/articles",
})
