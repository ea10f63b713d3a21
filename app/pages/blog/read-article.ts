import { texts } from "virtual:article-texts"
import { data, type RouterContextProvider, redirect } from "react-router"
import { articlesOf, movedTo, relatedTo } from "#content/articles.ts"
import type { Article } from "#content/schema.ts"
import { visit, words, world } from "../../context.ts"
import { cardOf } from "./cards.ts"

type Context = Readonly<RouterContextProvider>

/** The article at /blog/<slug>. An old address leads to the present one; for any other, the answer is 404. */
export function articleAt(context: Context, slug: string) {
  const all = articlesOf(context.get(words).list("articles"))
  const article = all.find((one) => one.slug === slug && !one.soon)
  if (article) return shownArticle(context, article, all)
  const moved = movedTo(slug, all)
  if (moved) throw redirect(moved.href, 301)
  throw data("There is no such article", { status: 404 })
}

/** What the page of an article shows. While pages are prerendered there is no World, and the build has the text. */
function shownArticle(context: Context, article: Article, all: readonly Article[]) {
  const { markdown, ...facts } = article
  return {
    article: facts,
    card: cardOf(article),
    html: (context.get(visit) ? context.get(world).markup?.pageHtml(markdown) : texts[article.slug]) ?? "",
    related: relatedTo(article, all).map(cardOf),
  }
}

export type ShownArticle = ReturnType<typeof shownArticle>
