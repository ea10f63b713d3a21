import { articlesOf } from "#content/articles.ts"
import { blogFeed } from "#content/feed.ts"
import type { LivePage } from "#domain/shown.ts"
import { words } from "../../context.ts"
import { originOf } from "../../words/origin-of.ts"
import type { Route } from "./+types/rss"

export const handle: LivePage = { shows: ["publishing"] }

/** The blog as RSS. */
export function loader({ context }: Route.LoaderArgs) {
  const articles = articlesOf(context.get(words).list("articles"))
  return new Response(blogFeed(originOf(context), articles), {
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
  })
}
