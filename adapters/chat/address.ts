import type { ChatService } from "#ports/chat.ts"

const webhooks: readonly [ChatService, hosts: RegExp, path: RegExp][] = [
  [
    "discord",
    /^(?:(?:ptb|canary)\.)?discord(?:app)?\.com$/,
    /^\/api(?:\/v\d{1,2})?\/webhooks\/\d{5,25}\/[\w-]{20,120}$/,
  ],
  [
    "slack",
    /^hooks\.slack(?:-gov)?\.com$/,
    /^\/services\/[A-Z0-9]{5,20}\/[A-Z0-9]{5,20}\/[A-Za-z0-9]{10,60}$/,
  ],
]

/**
 * The service whose incoming webhook an address is, or null: https, a known host, its usual port, no name, password, query or fragment.
 * It is compared as the request will read it, so that no spelling of it leads elsewhere.
 * @param standIn the origin of a service for tests; the path then begins with the service's name
 */
export function serviceOf(address: string, standIn?: string): ChatService | null {
  const url = address.length > 400 ? null : URL.parse(address)
  if (!url || url.href !== address || url.username || url.password || url.search || url.hash) return null
  if (standIn !== undefined && url.origin === standIn)
    return url.pathname.startsWith("/discord/") ? "discord" : "slack"
  if (url.protocol !== "https:" || url.port !== "") return null
  const found = webhooks.find(([, hosts, path]) => hosts.test(url.hostname) && path.test(url.pathname))
  return found?.[0] ?? null
}
