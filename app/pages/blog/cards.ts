import { articles } from "virtual:articles"
import { artworkFor } from "#content/artwork/artwork.ts"
import type { Article } from "#content/schema.ts"
import type { PictureSource } from "../../ui/picture.tsx"

/** What a card of an article shows. */
export interface ArticleCardFacts extends Omit<Article, "content" | "image" | "related"> {
  picture: PictureSource
}

/** Takes from an article what its card shows. Only loaders call this: `articles` holds every word of the blog. */
export function cardOf({ content: _, image: __, related: ___, ...card }: Article): ArticleCardFacts {
  return { ...card, picture: artworkFor("blog", card.slug) }
}

export { articles }
