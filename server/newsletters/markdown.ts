import { marked } from "marked"
import sanitizeHtml from "sanitize-html"

const styles: Record<string, string> = {
  p: "margin:0 0 16px",
  h1: "margin:32px 0 12px;font-size:22px;line-height:1.2",
  h2: "margin:32px 0 12px;font-size:20px;line-height:1.25",
  h3: "margin:24px 0 8px;font-size:17px",
  ul: "margin:0 0 16px;padding-left:22px",
  ol: "margin:0 0 16px;padding-left:22px",
  li: "margin:0 0 6px",
  blockquote: "margin:0 0 16px;padding-left:16px;border-left:5px solid #d4ff3a",
  hr: "border:0;border-top:1px solid #d9d8d2;margin:28px 0",
  a: "color:#0e1110;text-decoration:underline",
  code: "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px",
  img: "max-width:100%;height:auto",
}

/**
 * Markdown as mail programs show it: styles on the elements, links whole, nothing but text, lists, quotes, links and
 * pictures. Whatever else stands in it is taken out.
 * @param siteUrl put before addresses that begin with a slash
 */
export function mailHtml(markdown: string, siteUrl: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true })
  const whole = (address: string | undefined) =>
    address?.startsWith("/") ? siteUrl + address : (address ?? "")
  return sanitizeHtml(html, {
    allowedTags: [...Object.keys(styles), "strong", "em", "br", "del"],
    allowedAttributes: { "*": ["style"], a: ["href"], img: ["src", "alt", "width"] },
    allowedSchemes: ["https", "http", "mailto"],
    transformTags: {
      "*": (tagName, attributes) => {
        const style = styles[tagName]
        const { href, src, alt, width } = attributes
        return {
          tagName,
          attribs: {
            ...(style ? { style } : {}),
            ...(href === undefined ? {} : { href: whole(href) }),
            ...(src === undefined ? {} : { src: whole(src), alt: alt ?? "" }),
            ...(width === undefined ? {} : { width }),
          },
        }
      },
    },
  }).trim()
}

type IssueFile =
  | { ok: true; list: string; subject: string; preview: string; places: number | null; markdown: string }
  | { ok: false; reason: string }

/**
 * An issue as an operator writes it: lines "list: ...", "subject: ..." and perhaps "preview: ..." or, for a waitlist,
 * "places: ..." between --- lines, then Markdown.
 */
export function readIssueFile(text: string): IssueFile {
  const [, head, markdown] =
    /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text.replace(/^\uFEFF/, "")) ?? []
  if (head === undefined || markdown === undefined)
    return { ok: false, reason: 'The file must begin with ---, lines such as "subject: ...", and --- again.' }
  const fields = new Map(
    head.split(/\r?\n/).map((line) => {
      const at = line.indexOf(":")
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const
    }),
  )
  const [list = "", subject = "", preview = ""] = ["list", "subject", "preview"].map((name) =>
    fields.get(name),
  )
  if (list === "" || subject === "")
    return { ok: false, reason: 'Between the --- lines "list: ..." and "subject: ..." are needed.' }
  const places = fields.get("places")
  if (places !== undefined && !/^[1-9]\d{0,5}$/.test(places))
    return { ok: false, reason: '"places" is how many get the mail, such as "places: 5".' }
  if (markdown.trim() === "") return { ok: false, reason: "There is no text below the second ---." }
  return {
    ok: true,
    list,
    subject,
    preview,
    places: places ? Number(places) : null,
    markdown: markdown.trim(),
  }
}
