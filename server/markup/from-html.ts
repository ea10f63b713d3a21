import { parseDocument } from "htmlparser2"
import sanitizeHtml from "sanitize-html"
import { blocks, schemes } from "./markdown.ts"

type Node = ReturnType<typeof parseDocument>["children"][number]

/**
 * Turns what was copied from a document (Word, Google Docs, a page) into Markdown of `blocks`: its headings, lists, links,
 * tables and emphasis, without its looks. Pictures are left out.
 */
export function markdownFrom(html: string): string {
  const clean = sanitizeHtml(html, {
    allowedTags: blocks.filter((tag) => tag !== "img"),
    allowedAttributes: { a: ["href"] },
    allowedSchemes: schemes,
    transformTags: { "*": (given, attribs) => ({ tagName: meaningOf(given, attribs.style ?? ""), attribs }) },
  })
  return blocksOf(parseDocument(clean).children)
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}

const meanings: Record<string, string> = {
  h1: "h2",
  h5: "h4",
  h6: "h4",
  div: "p",
  i: "em",
  b: "strong",
  s: "del",
}

/** What an element says, where documents say it by a style. */
function meaningOf(tag: string, style: string): string {
  // The bullets that Word writes into the text of a list; the text of a style is removed.
  if (/mso-list:\s*Ignore/i.test(style)) return "style"
  const isPlain = /font-weight:\s*(normal|[1-5]00)/i.test(style)
  if (tag === "p" && /mso-list:/i.test(style)) return "li"
  if ((tag === "b" || tag === "strong") && isPlain) return "span"
  if (tag !== "span") return meanings[tag] ?? tag
  if (/font-weight:\s*(bold|[6-9]00)/i.test(style)) return "strong"
  if (/font-style:\s*italic/i.test(style)) return "em"
  return /text-decoration[^;]*line-through/i.test(style) ? "del" : "span"
}

const inlineTags = ["a", "code", "strong", "em", "br", "del"]

function blocksOf(nodes: readonly Node[]): string {
  const parts: string[] = []
  let line = ""
  const endLine = () => {
    if (line.trim()) parts.push(paragraph(line))
    line = ""
  }
  for (const node of nodes) {
    if (!("children" in node) || ("name" in node && inlineTags.includes(node.name))) line += inlineOf(node)
    else {
      endLine()
      parts.push(blockOf(node))
    }
  }
  endLine()
  return parts
    .filter(Boolean)
    .join("\n\n")
    .replace(/^(- .*)\n\n(?=- )/gm, "$1\n")
}

function blockOf(node: Node): string {
  if (!("children" in node)) return ""
  const { children } = node
  const name = "name" in node ? node.name : ""
  const indented = (text: string, mark: string) =>
    `${mark}${text.replaceAll("\n", `\n${" ".repeat(mark.length)}`)}`
  if (/^h[2-4]$/.test(name)) return text(children) && `${"#".repeat(Number(name[1]))} ${text(children)}`
  if (name === "hr") return "---"
  if (name === "li") return indented(blocksOf(children).replaceAll("\n\n", "\n"), "- ")
  if (name === "ul" || name === "ol") {
    const items = children.filter((one) => "name" in one && one.name === "li")
    return items
      .map((item, index) => {
        const inside = "children" in item ? blocksOf(item.children).replaceAll("\n\n", "\n") : ""
        return indented(inside, name === "ol" ? `${index + 1}. ` : "- ")
      })
      .join("\n")
  }
  if (name === "blockquote")
    return indented(blocksOf(children), "> ")
      .replaceAll(/\n {2}/g, "\n> ")
      .replaceAll("> \n", ">\n")
  if (name === "pre") return `\`\`\`\n${raw(children).trim().replaceAll("```", "")}\n\`\`\``
  if (name === "table") return tableOf(node)
  return blocksOf(children)
}

function tableOf(node: Node): string {
  const rows = descendants(node, "tr").map((row) =>
    "children" in row
      ? row.children.flatMap((cell) =>
          "name" in cell && "children" in cell && /^t[hd]$/.test(cell.name)
            ? text(cell.children).replaceAll("|", "\\|")
            : [],
        )
      : [],
  )
  const [head, ...rest] = rows.filter((row) => row.length > 0)
  if (!head) return ""
  const lineOf = (cells: readonly string[]) => `| ${head.map((_, at) => cells[at] ?? "").join(" | ")} |`
  return [lineOf(head), `|${head.map(() => "---|").join("")}`, ...rest.map(lineOf)].join("\n")
}

function descendants(node: Node, name: string): Node[] {
  if (!("children" in node)) return []
  return node.children.flatMap((one) => ("name" in one && one.name === name ? [one] : descendants(one, name)))
}

function inlineOf(node: Node): string {
  if (node.type === "text" && "data" in node) return escaped(node.data.replace(/\s+/g, " "))
  if (!("children" in node)) return ""
  const name = "name" in node ? node.name : ""
  if (name === "br") return "  \n"
  if (name === "code") return `\`${raw(node.children).replaceAll("`", "")}\``
  const inside = node.children.map(inlineOf).join("")
  if (name === "strong") return around(inside, "**")
  if (name === "em") return around(inside, "*")
  if (name === "del") return around(inside, "~~")
  const href = name === "a" && "attribs" in node ? (node.attribs.href ?? "") : ""
  if (!href || !inside.trim()) return inside
  return `[${inside.trim()}](${href.replace(/[\s()<>]/g, (sign) => encodeURIComponent(sign).replace("(", "%28").replace(")", "%29"))})`
}

/** Marks must stand directly at the words. */
function around(inside: string, mark: string): string {
  const [, before = "", words = "", after = ""] = /^(\s*)([\s\S]*?)(\s*)$/.exec(inside) ?? []
  return words ? `${before}${mark}${words}${mark}${after}` : inside
}

function escaped(words: string): string {
  return words.replace(/[\\`*_[\]<>]/g, "\\$&")
}

/** A line that does not begin like a heading, a list or a quote. */
function paragraph(line: string): string {
  return line
    .trim()
    .replace(/^([#+-]|~~~)/, "\\$1")
    .replace(/^(\d+)([.)])(?=\s)/, "$1\\$2")
}

function text(nodes: readonly Node[]): string {
  return nodes.map(inlineOrBlock).join("").replace(/\s+/g, " ").trim()
}

function inlineOrBlock(node: Node): string {
  if ("children" in node && "name" in node && !inlineTags.includes(node.name))
    return ` ${node.children.map(inlineOrBlock).join("")} `
  return inlineOf(node)
}

function raw(nodes: readonly Node[]): string {
  return nodes
    .map((node) => ("data" in node ? node.data : "children" in node ? raw(node.children) : ""))
    .join("")
}
