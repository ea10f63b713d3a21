import { artworkFor } from "#content/artwork/artwork.ts"
import { pictureSizes } from "#content/newsletter-pictures.ts"
import type { Article } from "#content/schema.ts"
import type { PictureSource } from "../../ui/picture.tsx"

/** The data an article card shows. */
export interface ArticleCardFacts
  extends Pick<
    Article,
    "slug" | "href" | "title" | "category" | "badges" | "excerpt" | "author" | "date" | "readTime"
  > {
  picture: PictureSource
}

/** Picks an article's card data. */
export function cardOf(article: Article): ArticleCardFacts {
  const { slug, href, title, category, badges, excerpt, author, date, readTime } = article
  return {
    ...{ slug, href, title, category, badges, excerpt, author, date, readTime },
    picture: pictureOf(article),
  }
}

/** The picture that was added to an article, or its drawing. */
export function pictureOf({ slug, picture, art }: Article): PictureSource {
  return picture ? { ...picture, srcSet: pictureSizes(picture.src) } : artworkFor("blog", art ?? slug)
}
