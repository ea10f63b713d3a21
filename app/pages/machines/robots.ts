/** The rules for crawlers (RFC 9309), and the sitemap's location. */
export function loader() {
  const text = `User-agent: *
Disallow: /account
Disallow: /cheers
Disallow: /checkout-success?
Disallow: /checkout-cancel?
Disallow: /functions/
Disallow: /newsletter/links/
Disallow: /rest/

Sitemap: ${import.meta.env.VITE_SITE_URL}/sitemap.xml
Sitemap: ${import.meta.env.VITE_SITE_URL}/leaderboard/seasons/sitemap.xml
Sitemap: ${import.meta.env.VITE_SITE_URL}/newsletter/issues/sitemap.xml
`
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } })
}
