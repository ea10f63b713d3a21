import { articlesOf, movedTo } from "#content/articles.ts"
import type { Article, Picture, Teaser } from "#content/schema.ts"
import { limits } from "#content/site.ts"
import { teasers } from "#content/teasers.ts"
import type { Words } from "#content/words/words.ts"
import { articlePicture } from "./pictures.ts"

export interface ShownTeaser extends Teaser {
  picture: Picture & { srcSet?: string | undefined }
}

/**
 * The posts of the home page: featured articles that an operator wrote or changed, the newest first, then those of
 * content/, then any others. What an operator changed is shown with its own words.
 */
export function teasersOf(words: Words): ShownTeaser[] {
  const all = articlesOf(words.list("articles")).filter(({ soon }) => !soon)
  const usual = teasers.flatMap((teaser) => {
    const slug = teaser.href.slice("/blog/".length)
    const article = all.find((one) => one.slug === slug) ?? movedTo(slug, all)
    return article ? [{ article, teaser }] : []
  })
  const isUsual = (article: Article) => usual.some((one) => one.article === article)
  const others = all.filter((article) => !isUsual(article))
  const isOwn = ({ slug }: Article) => words.isOwn("articles", slug)
  const own = others.filter((article) => article.featured && isOwn(article))
  const rest = others.filter((article) => !own.includes(article))
  return [
    ...own.map((article) => teaserOf(article)),
    ...usual.map(({ article, teaser }) =>
      isOwn(article) ? teaserOf(article) : { ...teaser, picture: articlePicture(article) },
    ),
    ...rest.map((article) => teaserOf(article)),
  ].slice(0, limits.teaserPosts)
}

function teaserOf(article: Article): ShownTeaser {
  const { href, category, title, excerpt } = article
  const short = excerpt.length > 160 ? `${excerpt.slice(0, 159).replace(/\s+\S*$/, "")}…` : excerpt
  return { href, category, title, excerpt: short, picture: articlePicture(article) }
}
