import { fillNames } from "./names-in-text.ts"
import type { FrontMatter } from "./schema.ts"

/**
 * Splits an article into front matter and body. Each line of the front matter is `key: value` with a JSON value (which is
 * also valid YAML); content.test.ts validates it.
 * @throws when the front matter is missing or a line is malformed, naming the file and the line
 */
export function splitFrontMatter(source: string, file: string): { front: FrontMatter; body: string } {
  const { fields, body } = splitFields(source, file)
  return { front: fields as FrontMatter, body }
}

/** The same without knowing the fields. Throws a SyntaxError. */
export function splitFields(source: string, file: string): { fields: Record<string, unknown>; body: string } {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source)
  if (!match) throw new SyntaxError(`${file} does not begin with front matter between two lines of '---'`)
  const front: Record<string, unknown> = {}
  for (const line of (match[1] ?? "").split("\n")) {
    const at = line.indexOf(": ")
    try {
      front[line.slice(0, at)] = JSON.parse(line.slice(at + 2))
    } catch {
      throw new SyntaxError(
        `${file}: the front matter line "${line}" is not "key: value" with the value in JSON`,
      )
    }
  }
  return { fields: front, body: match[2] ?? "" }
}

/** An article as a file that `splitFrontMatter` reads. */
export function joinFrontMatter(fields: Readonly<Record<string, unknown>>, body: string): string {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${JSON.stringify(value)}`,
  )
  return `---\n${lines.join("\n")}\n---\n\n${body}\n`
}

/** The plain text of an article without markup, for search. */
export function plainText(markdown: string): string {
  return fillNames(markdown)
    .replace(/<[^>]+>/g, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^ {0,3}(#{1,6}|>|[-*]|\d+\.) +/gm, "")
    .replace(/^---+$/gm, "")
    .replace(/\*\*|\*|`/g, "")
    .replace(/\s+/g, " ")
    .trim()
}
