import { articles } from "virtual:articles"
import { artworkFor } from "#content/artwork/artwork.ts"
import type { Article } from "#content/schema.ts"
import type { PictureSource } from "../../ui/picture.tsx"

/** The data an article card shows. */
export interface ArticleCardFacts extends Omit<Article, "content" | "markdown" | "image" | "related"> {
  picture: PictureSource
}

/** Picks an article's card data. Only loaders call this: `articles` contains the full text of the blog. */
export function cardOf({
  content: _,
  markdown: __,
  image: ___,
  related: ____,
  ...card
}: Article): ArticleCardFacts {
  return { ...card, picture: artworkFor("blog", card.slug) }
}

export { articles }
