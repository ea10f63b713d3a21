/** Where search engines may look (RFC 9309), and where the list of pages is. */
export function loader() {
  const text = `User-agent: *
Disallow: /account
Disallow: /checkout-success?
Disallow: /checkout-cancel?
Disallow: /functions/
Disallow: /rest/

Sitemap: ${import.meta.env.VITE_SITE_URL}/sitemap.xml
Sitemap: ${import.meta.env.VITE_SITE_URL}/leaderboard/seasons/sitemap.xml
`
  return new Response(text, { headers: { "content-type": "text/plain; charset=utf-8" } })
}
