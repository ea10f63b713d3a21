/** Pages as the server sends them, read without a browser: the way search engines and link previews see them. */

export interface Document {
  path: string
  status: number
  headers: Headers
  html: string
  title: string
  /** The text between the tags, with spaces collapsed. */
  text: string
  /** The number of h1 headings. */
  firstHeadings: number
  /** `content` of a meta element by its name or property. */
  meta(name: string): string | undefined
  /** `href` of a link element in the head. */
  link(rel: string): string | undefined
  anchors: readonly Element[]
  images: readonly Element[]
  /** Whether some element has this id. */
  hasId(id: string): boolean
  /** All structured data for search engines. */
  structuredData: readonly Record<string, unknown>[]
}

/** The attributes of one element. */
export type Element = Readonly<Record<string, string>>

const entities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#39": "'",
  nbsp: " ",
}

/** Fetches a page; redirects are not followed. */
export async function readDocument(origin: string, path: string): Promise<Document> {
  const response = await fetch(new URL(path, origin), { redirect: "manual" })
  const html = await response.text()
  const metas = elements(html, "meta")
  const links = elements(html, "link")
  return {
    path,
    status: response.status,
    headers: response.headers,
    html,
    title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    text: wordsOf(html),
    firstHeadings: html.match(/<h1[\s>]/g)?.length ?? 0,
    meta: (name) => metas.find((meta) => meta.name === name || meta.property === name)?.content,
    link: (rel) => links.find((link) => link.rel === rel)?.href,
    anchors: elements(html, "a"),
    images: elements(html, "img"),
    hasId: (id) => html.includes(` id="${id}"`),
    structuredData: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, json = ""]) => JSON.parse(json),
    ),
  }
}

function elements(html: string, name: string): Element[] {
  return [...html.matchAll(new RegExp(`<${name}\\s([^>]*)>`, "g"))].map(([, attributes = ""]) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key = "", value = ""]) => [
        key,
        decode(value),
      ]),
    ),
  )
}

/** React puts a comment between two adjacent texts. */
function wordsOf(html: string): string {
  const body = html.slice(html.indexOf("<body"))
  const words = body
    .replace(/<script.*?<\/script>/gs, " ")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]*>/g, " ")
  return decode(words).replace(/\s+/g, " ")
}

function decode(text: string): string {
  return text.replace(/&([\w#]+);/g, (whole, name: string) => entities[name] ?? whole)
}
