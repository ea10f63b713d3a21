import { data } from "react-router"
import { articlesOf } from "#content/articles.ts"
import { readVersion } from "#domain/publishing/articles/article.ts"
import { versionOfKey } from "#domain/publishing/articles/preview-key.ts"
import { sketchedArticle } from "#domain/publishing/articles/sketch.ts"
import { dayOnSite } from "#domain/site-clock.ts"
import { words, world } from "../../context.ts"
import type { Route } from "./+types/preview"
import { articleMeta } from "./article-meta.ts"
import { ArticlePage } from "./article-page.tsx"
import { shownArticle } from "./read-article.ts"

/** A version of an article as its page would show it. Only the console knows its address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const to = context.get(world)
  const asked = versionOfKey(to, params.key)
  const version = asked && (await readVersion(to.db, asked.id, asked.version))
  if (!version) throw data("There is no such draft", { status: 404 })
  const entry = sketchedArticle(version.data, dayOnSite(to.now()))
  const all = articlesOf([...context.get(words).list("articles"), entry])
  const article = all.find(({ formerSlugs }) => formerSlugs === entry.formerSlugs)
  if (!article) throw data("There is no such draft", { status: 404 })
  return data(shownArticle(context, article, all), {
    headers: { "cache-control": "private, no-store", "x-robots-tag": "noindex" },
  })
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData ? [...articleMeta(loaderData), { name: "robots", content: "noindex" }] : []

export default function Preview({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <p className="gutter bg-raised py-2.5 text-small">This is a draft. Only who has its address sees it.</p>
      <ArticlePage {...loaderData} />
    </>
  )
}
