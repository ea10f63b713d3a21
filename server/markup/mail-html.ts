import sanitizeHtml from "sanitize-html"
import { columnWidth, newsletterPictureSize, pictureWidth } from "#content/newsletter-pictures.ts"
import { blocks, schemes, targetsIn, unsafeHtml } from "./markdown.ts"

// Words are not broken: content wider than a phone scrolls sideways.
const cell =
  "padding:6px 10px 6px 0;border-bottom:1px solid #d9d8d2;vertical-align:top;overflow-wrap:normal;word-break:normal"

const styles: Record<string, string> = {
  p: "margin:0 0 16px",
  h2: "margin:32px 0 12px;font-size:22px;line-height:1.2",
  h3: "margin:28px 0 10px;font-size:19px;line-height:1.25",
  h4: "margin:24px 0 8px;font-size:17px",
  ul: "margin:0 0 16px;padding-left:22px",
  ol: "margin:0 0 16px;padding-left:22px",
  li: "margin:0 0 6px",
  blockquote: "margin:0 0 16px;padding-left:16px;border-left:5px solid #d4ff3a",
  hr: "border:0;border-top:1px solid #d9d8d2;margin:28px 0",
  a: "color:#0e1110;text-decoration:underline",
  code: "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px",
  pre: "margin:0 0 16px;white-space:pre-wrap",
  img: "max-width:100%;height:auto",
  table: "width:100%;border-collapse:collapse;margin:0 0 16px;font-size:15px",
  th: `${cell};text-align:left`,
  td: cell,
}

/** The subject is the mail's only top-level heading; the headings of an issue rank below it. */
const ranks: Record<string, string> = { h1: "h2", h2: "h3", h3: "h4", h5: "h4", h6: "h4" }

/**
 * Renders Markdown for mail programs: inline styles, absolute URLs, and only text, headings, lists, quotes, tables, links and
 * images (`blocks`). Everything else is removed.
 * @param siteUrl base of relative URLs
 */
export function mailHtml(markdown: string, siteUrl: string): string {
  return sanitizeHtml(unsafeHtml(markdown), {
    allowedTags: blocks,
    allowedAttributes: {
      "*": ["style"],
      a: ["href"],
      img: ["src", "alt", "width"],
      th: ["align"],
      td: ["align"],
    },
    allowedSchemes: schemes,
    transformTags: {
      "*": (given, attributes) => {
        const tagName = ranks[given] ?? given
        const style = styles[tagName]
        const { href, src, alt, width, align } = attributes
        const aligned = align && style ? `${style};text-align:${align}` : style
        const size = src === undefined ? null : newsletterPictureSize(src)
        return {
          tagName,
          attribs: {
            ...(aligned ? { style: aligned } : {}),
            ...(href === undefined ? {} : { href: whole(href, siteUrl) }),
            ...(src === undefined ? {} : { src: whole(forMail(src, size), siteUrl), alt: alt ?? "" }),
            ...(size ? { width: String(Math.min(size.width, columnWidth)) } : {}),
            ...(width === undefined ? {} : { width }),
          },
        }
      },
    },
  })
    .replace(/<table\b[\s\S]*?<\/table>/g, (table) => `<div style="overflow-x:auto">${table}</div>`)
    .trim()
}

/** Pictures of articles are wider than a mail needs. */
function forMail(src: string, size: { width: number } | null): string {
  return size && size.width > pictureWidth ? `${src}?width=${pictureWidth}` : src
}

/** The URLs of pictures in an issue that are hosted on other servers, which would learn who opens the mail. */
export function foreignPictures(markdown: string, siteUrl: string): string[] {
  const found = new Set<string>()
  sanitizeHtml(unsafeHtml(markdown), {
    allowedTags: ["img"],
    transformTags: {
      img: (tagName, attribs) => {
        if (URL.parse(attribs.src ?? "", `${siteUrl}/`)?.origin !== new URL(siteUrl).origin)
          found.add(attribs.src ?? "")
        return { tagName, attribs }
      },
    },
  })
  return [...found]
}

/**
 * The URLs in an issue that do not work in a mail: malformed ones, or with a scheme other than those of web pages,
 * mails and calls.
 */
export function unusableLinks(markdown: string, siteUrl: string): string[] {
  const found = targetsIn(markdown)
    .map(({ href }) => href)
    .filter((href) => {
      const address = URL.parse(href, `${siteUrl}/`)
      return !address || !schemes.includes(address.protocol.slice(0, -1))
    })
  // A reference without a definition stays as typed.
  const given = new Set(
    [...markdown.matchAll(/^ {0,3}\[([^\]]+)\]:/gm)].map(([, name = ""]) => name.toLowerCase()),
  )
  for (const [, name = ""] of markdown.matchAll(/\[[^\]]+\]\[([^\]]+)\]/g))
    if (!given.has(name.toLowerCase())) found.push(`[${name}]`)
  return found
}

function whole(address: string, siteUrl: string): string {
  return URL.parse(address, `${siteUrl}/`)?.href ?? address
}
