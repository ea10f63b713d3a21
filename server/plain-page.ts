import { escapeHtml } from "#primitives/html.ts"

/** A page that stands alone, without styles or scripts, for when the site's own pages cannot or should not answer. */
export function plainPage(page: { title: string; text?: string; requestId?: string }): string {
  const text = page.text ? `<p>${escapeHtml(page.text)}</p>` : ""
  const request = page.requestId ? `<p><small>Request ${escapeHtml(page.requestId)}</small></p>` : ""
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(page.title)}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
<body><main><h1>${escapeHtml(page.title)}</h1>${text}<p><a href="/">Return to Home</a></p>${request}</main></body></html>`
}
