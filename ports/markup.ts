/** Converts the Markdown that people write into HTML. All of it is sanitized. */
export interface Markup {
  /** For a page of the site, without classes or styles. */
  pageHtml(markdown: string): string
  /** Markdown of what was copied from a document, as HTML. Pictures are left out. */
  markdownFrom(html: string): string
  /** For mail programs: with inline styles and absolute URLs. */
  mailHtml(markdown: string, siteUrl: string): string
  /** The URLs in the text that do not work in a mail. */
  unusableLinks(markdown: string, siteUrl: string): string[]
  /** The URLs of pictures in the text that are hosted on other servers, which would learn who opens the mail. */
  foreignPictures(markdown: string, siteUrl: string): string[]
}
