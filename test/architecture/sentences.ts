import { parseSync, Visitor } from "vite"

/** A piece of text that people read, and the line of the file where it begins. */
export interface Sentence {
  line: number
  text: string
}

/** Attributes whose words are addresses, names or style sheets. */
const unread = new Set(["className", "id", "key", "name", "type", "href", "to", "src", "rel", "d", "style"])

/**
 * The sentences of a source file: strings of more than one word, templates, and the text of elements however many lines
 * it takes. SQL, addresses and style sheets do not count. For a text file (md), its lines outside code.
 */
export function sentencesOf(path: string, text: string): Sentence[] {
  if (path.endsWith(".md"))
    return text
      .split("\n")
      .map((line, index) => ({ line: index + 1, text: line.replace(/\]\([^)]*\)/g, "]") }))
  const { program } = parseSync(path, text)
  const found: Sentence[] = []
  const skipped = new Set<number>()
  const add = (at: number, said: string) => {
    const plain = said.replace(/\s+/g, " ").trim()
    if (/\s/.test(plain) && /[a-z]{2}/i.test(plain) && !isCode(plain))
      found.push({ line: text.slice(0, at).split("\n").length, text: plain })
  }
  new Visitor({
    TaggedTemplateExpression(node) {
      if (/sql/i.test(text.slice(node.tag.start, node.tag.end))) skipped.add(node.quasi.start)
    },
    JSXAttribute(node) {
      if (!unread.has(String(node.name.name)) || !node.value) return
      skipped.add(node.value.start)
      if (node.value.type === "JSXExpressionContainer") skipped.add(node.value.expression.start)
    },
    JSXText(node) {
      add(node.start, node.value)
    },
    Literal(node) {
      if (typeof node.value === "string" && !skipped.has(node.start)) add(node.start, node.value)
    },
    TemplateLiteral(node) {
      if (!skipped.has(node.start))
        add(node.start, node.quasis.map(({ value }) => value.cooked ?? "").join("…"))
    },
  }).visit(program)
  return found
}

/** SQL outside of its tag, style sheets, headers, and lists of classes. */
function isCode(text: string): boolean {
  return (
    /^(select|insert into|update|delete from|with|create|drop|alter|grant)\b.*\b(from|set|into|table|values|on)\b/i.test(
      text,
    ) ||
    /[a-z-]+:[^ ]+;[a-z-]+:/.test(text) ||
    (/^[^A-Z.!?]*$/.test(text) &&
      /(^| )(text|flex|grid|px|py|mt|mb|bg|border|font|gap|w|h|min|max)-/.test(text))
  )
}
