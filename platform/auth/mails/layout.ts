import type { Brand } from "../options.ts"

export interface MailContent {
  subject: string
  /** First line of the text, shown large. */
  heading: string
  paragraphs: string[]
  button?: { label: string; url: string }
  code?: string
  /** What a person who did not ask for it should do. */
  footnote: string
}

/** The same content as plain text and as HTML that mail programs show without images or scripts. */
export function renderMail(
  content: MailContent,
  brand: Brand,
): { subject: string; text: string; html: string } {
  return { subject: content.subject, text: asText(content, brand), html: asHtml(content, brand) }
}

function asText(content: MailContent, brand: Brand): string {
  return [
    content.heading,
    ...content.paragraphs,
    ...(content.button ? [`${content.button.label}:\n${content.button.url}`] : []),
    ...(content.code ? [`${content.button ? "Or enter this code" : "Your code"}: ${content.code}`] : []),
    content.footnote,
    brand.name,
  ].join("\n\n")
}

function asHtml(content: MailContent, brand: Brand): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px;line-height:1.5">${escapeHtml(text)}</p>`
  const button = content.button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(content.button.url)}" style="display:inline-block;padding:12px 24px;border-radius:6px;background:${brand.accent};color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(content.button.label)}</a></p>`
    : ""
  const code = content.code
    ? `<p style="margin:0 0 8px">${content.button ? "Or enter this code:" : "Your code:"}</p><p style="margin:0 0 24px;font-size:28px;letter-spacing:6px;font-family:ui-monospace,Menlo,Consolas,monospace">${content.code}</p>`
    : ""
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:24px;background:${brand.background};color:${brand.text};font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700;color:${brand.accent}">${escapeHtml(brand.name)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(content.heading)}</h1>
${content.paragraphs.map(paragraph).join("\n")}
${button}${code}
<p style="margin:24px 0 0;font-size:14px;line-height:1.5;opacity:.75">${escapeHtml(content.footnote)}</p>
</td></tr></table>
</td></tr></table>
</body></html>`
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
