import { site } from "#content/site.ts"
import { escapeHtml } from "#primitives/html.ts"

/** The content of a mail; all mails share one layout. */
export interface MailContent {
  subject: string
  /** The preview text that mail clients show beside the subject. */
  preview?: string
  /** The heading, shown large above the text. */
  heading: string
  paragraphs: readonly string[]
  /** Pairs of label and value, such as the answers of a form. */
  facts?: readonly (readonly [label: string, value: string])[]
  button?: { label: string; url: string }
  /** A code to enter, shown large; an alternative to the button, if there is one. */
  code?: string
  /** Sanitized HTML with its plain-text version, placed between the paragraphs and the button. */
  body?: { html: string; text: string }
  /** Small print. */
  footnote: string
  /** Links below the small print: "Unsubscribe", "Preferences". */
  links?: readonly { label: string; url: string }[]
}

/**
 * Renders a mail as plain text and as HTML that needs no images or scripts. Every mail carries the postal address, which
 * CAN-SPAM (15 U.S.C. 7704) requires in newsletters and other promotional mail.
 */
export function renderMail(content: MailContent): { subject: string; text: string; html: string } {
  return { subject: content.subject, text: asText(content), html: asHtml(content) }
}

function asText(content: MailContent): string {
  return [
    content.heading,
    ...content.paragraphs,
    ...(content.facts?.length
      ? [content.facts.map(([label, value]) => `${label}: ${value}`).join("\n")]
      : []),
    ...(content.body ? [content.body.text] : []),
    ...(content.button ? [`${content.button.label}:\n${content.button.url}`] : []),
    ...(content.code ? [`${codeLabel(content)}: ${content.code}`] : []),
    content.footnote,
    ...(content.links ?? []).map(({ label, url }) => `${label}: ${url}`),
    `${site.name}\n${site.postalAddress}`,
  ].join("\n\n")
}

const ink = "#0e1110"
const paper = "#f6f5f0"
const volt = "#d4ff3a"

function asHtml(content: MailContent): string {
  const { button, body, code } = content
  const parts = [
    ...content.paragraphs.map((text) => `<p style="margin:0 0 16px">${lines(text)}</p>`),
    ...(content.facts?.length ? [factsTable(content.facts)] : []),
    ...(body ? [body.html] : []),
    ...(button
      ? [
          `<p style="margin:28px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 26px;border-radius:4px;background:${volt};color:${ink};text-decoration:none;font-weight:700">${escapeHtml(button.label)}</a></p>`,
        ]
      : []),
    ...(code
      ? [
          `<p style="margin:0 0 8px">${codeLabel(content)}:</p><p style="margin:0 0 24px;font-size:28px;letter-spacing:6px;font-family:ui-monospace,Menlo,Consolas,monospace">${escapeHtml(code)}</p>`,
        ]
      : []),
  ]
  const links = (content.links ?? []).map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:${ink}">${escapeHtml(label)}</a>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:${paper};color:${ink};font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.55">
${content.preview ? `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>` : ""}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:580px;table-layout:fixed;background:#ffffff;border-top:6px solid ${ink}"><tr><td style="padding:28px 6%;overflow-wrap:anywhere;word-break:break-word">
<p style="margin:0 0 24px;font-weight:800;letter-spacing:-.01em">${escapeHtml(site.name)}</p>
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.15;letter-spacing:-.02em">${escapeHtml(content.heading)}</h1>
${parts.join("\n")}
<p style="margin:28px 0 0;padding-top:16px;border-top:1px solid #d9d8d2;font-size:14px;color:#565b57">${lines(content.footnote)}</p>
${links.length ? `<p style="margin:12px 0 0;font-size:14px">${links.join(" &middot; ")}</p>` : ""}
<p style="margin:12px 0 0;font-size:13px;color:#565b57">${escapeHtml(site.postalAddress)}</p>
</td></tr></table>
</td></tr></table>
</body></html>`
}

function codeLabel({ button }: MailContent): string {
  return button ? "Or enter this code" : "Your code"
}

/** Labels are placed above their values: beside them, a long label would make the mail wider than a phone screen. */
function factsTable(facts: readonly (readonly [label: string, value: string])[]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:0 0 12px;overflow-wrap:anywhere;word-break:break-word"><span style="display:block;font-size:13px;color:#565b57">${escapeHtml(label)}</span>${lines(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px;font-size:15px">${rows.join("")}</table>`
}

/** Escapes text for HTML, keeping its line breaks. */
function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>")
}
