import { articles } from "virtual:articles"
import { blogFeed } from "#content/feed.ts"

/** The blog as RSS. Built for the build's origin, which the server replaces with its own. */
export function loader() {
  return new Response(blogFeed(import.meta.env.VITE_SITE_URL, articles), {
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
  })
}
