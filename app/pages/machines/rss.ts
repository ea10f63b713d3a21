import { articles } from "virtual:articles"
import { blogFeed } from "#content/feed.ts"
import { originOf } from "../../words/origin-of.ts"
import type { Route } from "./+types/rss"

/** The blog as RSS. */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(blogFeed(originOf(context), articles), {
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
  })
}
