import type { Article } from "#content/schema.ts"
import type { PictureSource } from "../../ui/picture.tsx"
import { articlePicture } from "../../words/pictures.ts"

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
    picture: articlePicture(article),
  }
}
