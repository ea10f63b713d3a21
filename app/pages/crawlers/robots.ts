import { originOf } from "../../words/origin-of.ts"
import type { Route } from "./+types/robots"

/** The rules for crawlers (RFC 9309), and the sitemap's location. */
export function loader({ context }: Route.LoaderArgs) {
  const origin = originOf(context)
  const text = `User-agent: *
Disallow: /account
Disallow: /cheers
Disallow: /checkout-success?
Disallow: /checkout-cancel?
Disallow: /functions/
Disallow: /newsletter/links/
Disallow: /rest/

Sitemap: ${origin}/sitemap.xml
Sitemap: ${origin}/leaderboard/seasons/sitemap.xml
Sitemap: ${origin}/newsletter/issues/sitemap.xml
`
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } })
}
