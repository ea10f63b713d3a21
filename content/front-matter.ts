import type { FrontMatter } from "./schema.ts"

/**
 * Splits an article into front matter and body. Each line of the front matter is `key: value` with a JSON value (which is
 * also valid YAML); content.test.ts validates it.
 * @throws when the front matter is missing or a line is malformed, naming the file and the line
 */
export function splitFrontMatter(source: string, file: string): { front: FrontMatter; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)
  if (!match) throw new Error(`${file} does not begin with front matter between two lines of '---'`)
  const front: Record<string, unknown> = {}
  for (const line of (match[1] ?? "").split("\n")) {
    const at = line.indexOf(": ")
    try {
      front[line.slice(0, at)] = JSON.parse(line.slice(at + 2))
    } catch {
      throw new Error(`${file}: the front matter line "${line}" is not "key: value" with the value in JSON`)
    }
  }
  return { front: front as FrontMatter, body: match[2] ?? "" }
}

/**
 * The plain text of an article without markup, for search and feeds.
 * @param names values of the expressions in the text, by their source: `{ "site.name": "..." }`
 */
export function plainText(mdx: string, names: Readonly<Record<string, string>>): string {
  return mdx
    .replace(/^import .*$/gm, "")
    .replace(/<[^>]+>/g, "")
    .replace(/\{([^}]+)\}/g, (_, expression: string) => names[expression.trim()] ?? "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^ {0,3}(#{1,6}|>|[-*]|\d+\.) +/gm, "")
    .replace(/^---+$/gm, "")
    .replace(/\*\*|\*|`/g, "")
    .replace(/\s+/g, " ")
    .trim()
}
