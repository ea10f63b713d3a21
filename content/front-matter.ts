import type { FrontMatter } from "./schema.ts"

/**
 * Takes an article apart. Each line of the front matter is `key: value` with the value written as JSON
 * (which is YAML as well); content.test.ts holds it against its shape.
 * @throws when the front matter is missing or a line cannot be read, with the file and the line
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
 * The words of an article without its markup, for search and feeds.
 * @param names values of the expressions that the text may hold, by their source: `{ "site.name": "..." }`
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
