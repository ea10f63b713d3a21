/** Tells feed readers where the issues are. */
export const issuesFeedLink = {
  tagName: "link" as const,
  rel: "alternate",
  type: "application/atom+xml",
  title: "Newsletters",
  href: "/newsletter/issues/feed.xml",
}
