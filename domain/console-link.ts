/** Where links into the console begin. */
export const linksBegin = "/open"

/** The desks that mails and printed codes lead to, and no others: opening a page of People, for one, is noted in the journal. */
export const linkedDesks = [
  "reports",
  "review",
  "inbox",
  "seasons",
  "orders",
  "newsletters",
  "events",
  "service",
] as const

/** A page of such a desk below /operator, such as "/inbox?due=soon". */
export type LinkedPage = `/${(typeof linkedDesks)[number]}${"" | `/${string}` | `?${string}`}`

/**
 * The address of a page of the console for a mail or a printed code. Browsers do not send the console's cookie
 * (SameSite=Strict) when another site, such as a mail program's, leads to /operator. This address returns the same page
 * to everybody, which continues to the console from our own origin.
 */
export function consoleLink(siteUrl: string, page: LinkedPage): string {
  return `${siteUrl}${linksBegin}${page}`
}
