import { XMLParser } from "fast-xml-parser"
import { limits } from "./limits.ts"
import { megabytes, Refusal } from "./refusal.ts"

/** Elements as returned by fast-xml-parser: attributes with `@`, repeated elements as arrays. */
export type XmlNode = { [name: string]: XmlNode | XmlNode[] | string | undefined }

/** An XML file's content: `rest` excludes the points; `<points n="3"/>` marks the third run of points. */
interface XmlFile<P> {
  rest: XmlNode
  runs: P[][]
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  // The five predefined entities of XML. Files that declare their own have been refused already.
  processEntities: true,
  htmlEntities: false,
})

/** Points parsed per batch. */
const batch = 500

/**
 * Streams a recording of any length: elements named `pointTag` are passed to `toPoint` and discarded, and only the rest
 * is kept as a tree. Throws a Refusal.
 */
export async function readXml<P>(
  chunks: AsyncIterable<Uint8Array>,
  pointTag: string,
  toPoint: (node: XmlNode) => P,
): Promise<XmlFile<P>> {
  const open = new RegExp(`<(?:[\\w.-]+:)?${pointTag}(?=[\\s/>])`, "g")
  const close = new RegExp(`</(?:[\\w.-]+:)?${pointTag}\\s*>`, "g")
  const runs: P[][] = []
  let points = 0
  let rest = ""
  let waiting: string[] = []
  /** True as long as only whitespace has followed the last point. */
  let inRun = false

  const readWaiting = () => {
    if (waiting.length === 0) return
    const read = parse(`<r>${waiting.join("")}</r>`)
    const nodes = children(child(read, "r"), pointTag)
    ;(runs.at(-1) as P[]).push(...nodes.map(toPoint))
    waiting = []
  }
  const keepRest = (text: string) => {
    if (text.trim() !== "") inRun = false
    rest += text
    if (rest.length > limits.xmlRestChars) throw new Refusal("too much in it besides track points")
  }
  const keepPoint = (text: string) => {
    if (!inRun) {
      readWaiting()
      rest += `<points n="${runs.length}"/>`
      runs.push([])
      inRun = true
    }
    points++
    if (points > limits.points)
      throw new Refusal(`has more than ${limits.points.toLocaleString("en-US")} track points`)
    waiting.push(text)
    if (waiting.length >= batch) readWaiting()
  }

  let text = ""
  /** Consumes all complete elements in `text`. */
  const cut = () => {
    let at = 0
    while (true) {
      open.lastIndex = at
      const from = open.exec(text)?.index ?? -1
      if (from === -1) {
        // The chunk may end inside a tag.
        const tag = text.lastIndexOf("<")
        const safe = tag < at ? text.length : tag
        keepRest(text.slice(at, safe))
        at = safe
        break
      }
      keepRest(text.slice(at, from))
      const tagEnd = text.indexOf(">", from)
      close.lastIndex = from
      const selfClosed = text[tagEnd - 1] === "/"
      const end = selfClosed ? tagEnd + 1 : close.test(text) ? close.lastIndex : -1
      if (end === -1) {
        at = from
        break
      }
      keepPoint(text.slice(from, end))
      at = end
    }
    text = text.slice(at)
    if (text.length > limits.xmlPointChars)
      throw new Refusal("not well-formed XML: a track point does not end")
  }

  const decoder = decoding()
  for await (const chunk of chunks) {
    text += decoder.decode(chunk)
    refuseDeclarations(text)
    cut()
  }
  decoder.end()
  keepRest(text)
  readWaiting()
  if (rest.trim() === "") throw new Refusal("an empty file")
  return { rest: parse(rest), runs }
}

/**
 * The encoding stated by the byte order mark or the declaration; UTF-8 by default. Decoding throws on invalid bytes.
 */
function decoding(): { decode(chunk: Uint8Array): string; end(): void } {
  let decoder: TextDecoder | undefined
  let total = 0
  const attempt = <T>(work: () => T): T => {
    try {
      return work()
    } catch {
      throw new Refusal("not text in the encoding that it names")
    }
  }
  return {
    decode(chunk) {
      total += chunk.length
      if (total > limits.xmlBytes) throw new Refusal(`larger than ${megabytes(limits.xmlBytes)}`)
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      return attempt(() => (decoder as TextDecoder).decode(chunk, { stream: true }))
    },
    // The remainder of an incomplete character causes an error; otherwise nothing remains.
    end: () => void attempt(() => decoder?.decode()),
  }
}

function encodingOf(chunk: Uint8Array): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return "utf-16le"
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return "utf-16be"
  const head = Buffer.from(chunk.subarray(0, 200)).toString("latin1")
  const named = /^[^<]{0,4}<\?xml[^>]*encoding=["']([\w.-]+)["']/i.exec(head)?.[1] ?? ""
  return /^(us-ascii|iso-8859-1|windows-1252)$/i.test(named) ? named : "utf-8"
}

/** Entities are never expanded, and a file that declares any is presumed malicious. */
export function refuseDeclarations(text: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new Refusal("declares entities of its own, which recordings never need")
}

/** Parses the elements of a text. Throws a Refusal if it is not well-formed. */
export function parse(text: string): XmlNode {
  try {
    return parser.parse(text, true) as XmlNode
  } catch {
    throw new Refusal("not well-formed XML")
  }
}

/** The elements of this name below a node, in order. */
export function children(node: XmlNode | undefined, name: string): XmlNode[] {
  const found = node?.[name]
  if (found === undefined) return []
  // An empty element is parsed as empty text.
  return (Array.isArray(found) ? found : [found]).map((one) =>
    typeof one === "string" ? { "#text": one } : one,
  ) as XmlNode[]
}

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return children(node, name)[0]
}

/** The text of an element or attribute; undefined if it is missing or empty. */
export function text(node: XmlNode | undefined, name: string): string | undefined {
  const found = node?.[name]
  const first = Array.isArray(found) ? found[0] : found
  const value = (typeof first === "string" ? first : first?.["#text"]) as string | undefined
  return value || undefined
}

/** The number in an element or attribute; NaN if it is missing. */
export function number(node: XmlNode | undefined, name: string): number {
  return Number(text(node, name))
}
