/** Converts the text that operators write into the HTML of mails. */
export interface Markup {
  /** Sanitized HTML with absolute URLs, from Markdown. */
  mailHtml(markdown: string, siteUrl: string): string
  /** The URLs in the text that do not work in a mail. */
  unusableLinks(markdown: string, siteUrl: string): string[]
  /** The URLs of pictures in the text that are hosted on other servers, which would learn who opens the mail. */
  foreignPictures(markdown: string, siteUrl: string): string[]
}
