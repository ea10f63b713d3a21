/** Turns what operators write into what mails show. */
export interface Markup {
  /** Sanitized HTML with absolute URLs, from Markdown. */
  mailHtml(markdown: string, siteUrl: string): string
  /** The URLs in it that no mail can carry. */
  unusableLinks(markdown: string, siteUrl: string): string[]
  /** The URLs of pictures in it that other servers would send, and so learn who opens the mail. */
  foreignPictures(markdown: string, siteUrl: string): string[]
}
