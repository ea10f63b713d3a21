/**
 * Converts an issue to plain text for mail clients that show no HTML. `html` is the output of
 * server/markup/mail-html.ts:
 * lowercase elements, absolute URLs, escaped text.
 */
export function plainText(html: string): string {
  let text = html
    .replace(
      /<pre\b[^>]*>([\s\S]*?)<\/pre>/g,
      (_all, code: string) => `\n\n${code.replace(/\s+(<\/code>)?$/, "$1").replaceAll("\n", keptBreak)}\n\n`,
    )
    .replace(/\s*\n\s*/g, " ")
    .replace(/<img\b[^>]*\balt="([^"]*)"[^>]*>/g, "$1")
    .replace(/<a\b[^>]*\bhref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, linkInWords)
    .replace(/<h2\b[^>]*>([\s\S]*?)<\/h2>/g, (_all, words: string) => `\n\n${words.toUpperCase()}\n\n`)
    .replace(/<ol\b[^>]*>([\s\S]*?)<\/ol>/g, (_all, items: string) => {
      let number = 0
      return `\n\n${items.replace(/<li\b[^>]*>/g, () => `\n${++number}. `)}\n\n`
    })
    .replace(/<li\b[^>]*>/g, "\n- ")
    .replace(
      /<tr\b[^>]*>([\s\S]*?)<\/tr>/g,
      (_all, cells: string) => `\n${cells.replace(/<\/t[hd]>\s*(?=<t[hd])/g, " | ")}`,
    )
    .replace(/<hr\b[^>]*>/g, "\n\n----\n\n")
    .replace(/<br\b[^>]*>/g, "\n")
    .replace(/<\/?(?:p|h[2-4]|ul|ol|blockquote|table)\b[^>]*>/g, "\n\n")
    .replace(/<[^>]+>/g, "")
  for (const [entity, character] of entities) text = text.replaceAll(entity, character)
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .replaceAll(keptBreak, "\n")
    .trim()
}

/** Placeholder for line breaks inside code while other line breaks are removed; it never occurs in text. */
const keptBreak = "\u{e000}"

/** The ampersand comes last so that nothing is unescaped twice. */
const entities = [
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
] as const

function linkInWords(_all: string, href: string, words: string): string {
  return words === href || `mailto:${words}` === href || `tel:${words}` === href
    ? words
    : `${words} (${href})`
}
