import { articles } from "virtual:articles"
import { blogFeed } from "#content/feed.ts"

/** The blog as RSS. Written at build time for that origin; the server puts another one in its place. */
export function loader() {
  return new Response(blogFeed(import.meta.env.VITE_SITE_URL, articles), {
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
  })
}
