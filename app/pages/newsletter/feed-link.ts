/** Lets feed readers discover the feed of issues. */
export const issuesFeedLink = {
  tagName: "link" as const,
  rel: "alternate",
  type: "application/atom+xml",
  title: "Newsletters",
  href: "/newsletter/issues/feed.xml",
}
