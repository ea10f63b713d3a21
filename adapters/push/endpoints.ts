/** The push services of the makers of browsers: Google, Mozilla, Apple, Microsoft. */
const hosts =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|[a-z0-9-]+\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)$/

/**
 * Whether this server may post to an address that a stranger has sent: https, a known host, its usual port, no name and password. It is
 * compared as `fetch` would read it, so that no spelling of it leads elsewhere.
 * @param standIn the origin of a push service for tests, allowed beside them
 */
export function isPushEndpoint(endpoint: string, standIn?: string): boolean {
  if (endpoint.length > 1024) return false
  const url = URL.parse(endpoint)
  if (!url || url.href !== endpoint || url.username || url.password || url.hash) return false
  if (standIn && url.origin === standIn) return true
  return url.protocol === "https:" && url.port === "" && hosts.test(url.hostname)
}
