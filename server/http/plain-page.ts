import { createHash } from "node:crypto"
import { escapeHtml } from "#primitives/html.ts"

interface PlainPage {
  title: string
  text?: string
  /** HTML that follows the text. */
  markup?: string
  /** A link to continue, shown before the link to Home. */
  link?: { label: string; href: string }
  /** The browser follows `link` automatically, and the Back button does not return here. */
  moveOn?: boolean
  requestId?: string
}

const style = `body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif}main{max-width:36rem;margin:0 auto;padding:max(3rem,14vh) 1.5rem}
h1{font-size:2rem;line-height:1.2;margin:0 0 1rem}p{margin:0 0 1rem}a{display:inline-block;padding:.5rem 0}small{opacity:.7}`

/** The security headers of a plain page: nothing may load or run in it, and only its own style applies. */
export const plainPageHeaders = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  "x-frame-options": "DENY",
}

/** A standalone page without scripts or files, for when the site's own pages cannot or should not respond. */
export function plainPage({ title, text, markup = "", link, moveOn = false, requestId }: PlainPage): string {
  const href = link && escapeHtml(link.href)
  const says = text ? `<p>${escapeHtml(text)}</p>` : ""
  const onward = link ? `<p><a href="${href}">${escapeHtml(link.label)}</a></p>` : ""
  const home = moveOn ? "" : `<p><a href="/">Return to Home</a></p>`
  const request = requestId ? `<p><small>Request ${escapeHtml(requestId)}</small></p>` : ""
  const refresh = moveOn ? `<meta http-equiv="refresh" content="0; url=${href}">` : ""
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${refresh}
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${says}${markup}${onward}${home}${request}</main></body></html>`
}
