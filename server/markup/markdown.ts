import { marked } from "marked"
import { fillNames } from "#content/names-in-text.ts"

/** Schemes of the addresses to which a text may link. */
export const schemes = ["https", "http", "mailto", "tel"]

/** What a text may consist of. Everything else is removed, and the words inside it stay. */
export const blocks = [
  ...["p", "h2", "h3", "h4", "ul", "ol", "li", "blockquote", "hr", "a", "code", "pre", "img"],
  ...["table", "thead", "tbody", "tr", "th", "td", "strong", "em", "br", "del"],
]

/**
 * The HTML of Markdown, not sanitized yet: HTML in the text is still in it. Every text that people write on this site is
 * read here: articles and newsletters.
 */
export function unsafeHtml(markdown: string): string {
  return marked.parse(fillNames(markdown), { async: false, gfm: true })
}

/** Every link and picture in a text. */
export function targetsIn(markdown: string): { type: "link" | "image"; href: string }[] {
  const found: { type: "link" | "image"; href: string }[] = []
  marked.walkTokens(marked.lexer(fillNames(markdown), { gfm: true }), (token) => {
    if (token.type === "link" || token.type === "image")
      found.push({ type: token.type, href: String(token.href) })
  })
  return found
}
