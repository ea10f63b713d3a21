import { site } from "#content/site.ts"
import { escapeHtml } from "#primitives/html.ts"
import { displayFace, grayText, ink, mailPage, volt } from "./mail-frame.ts"

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

/**
 * The small print of a mail to operators, whose button leads into the console: without its cookie, that address shows
 * nothing.
 */
export function toOperator(siteUrl: string): string {
  return `You are getting this email because you operate this site. The button works in a browser where the console is open. Open it at ${siteUrl}/account/security.`
}

function asText(content: MailContent): string {
  const rule = "=".repeat(Math.min(content.heading.length, 60))
  const said = [
    `${content.heading}\n${rule}`,
    ...content.paragraphs,
    ...(content.facts?.length
      ? [content.facts.map(([label, value]) => `${label}: ${indented(value, label.length + 2)}`).join("\n")]
      : []),
    ...(content.body ? [content.body.text] : []),
    ...(content.button ? [`${content.button.label}:\n${content.button.url}`] : []),
    ...(content.code ? [`${codeLabel(content)}: ${content.code}`] : []),
  ]
  const small = [
    content.footnote,
    ...(content.links ?? []).map(({ label, url }) => `${label}: ${url}`),
    `${site.name}\n${site.postalAddress}`,
  ]
  // Text after "-- " is a signature (RFC 3676, section 4.3): replies leave it out.
  return `${said.join("\n\n")}\n\n-- \n${small.join("\n\n")}`
}

/** Further lines of a value are aligned below its first one. */
function indented(value: string, by: number): string {
  return value.replaceAll("\n", `\n${" ".repeat(by)}`)
}

function asHtml(content: MailContent): string {
  const { button, body, code } = content
  const links = (content.links ?? []).map(
    ({ label, url }) => `<a href="${escapeHtml(url)}" style="color:${ink}">${escapeHtml(label)}</a>`,
  )
  const parts = [
    ...content.paragraphs.map((text) => `<p style="margin:0 0 16px">${lines(text)}</p>`),
    ...(content.facts?.length ? [factsTable(content.facts)] : []),
    ...(body ? [body.html] : []),
    ...(button
      ? [
          `<p style="margin:28px 0"><a class="button" href="${escapeHtml(button.url)}" style="display:inline-block;padding:14px 26px;border-radius:4px;background:${volt};color:${ink};text-decoration:none;${displayFace}">${escapeHtml(button.label)}</a></p>`,
        ]
      : []),
    ...(code
      ? [
          `<p style="margin:0 0 8px">${codeLabel(content)}:</p><p style="margin:0 0 24px;font-size:28px;letter-spacing:6px;font-family:ui-monospace,Menlo,Consolas,monospace">${escapeHtml(code)}</p>`,
        ]
      : []),
    `<p class="muted rule" style="margin:28px 0 0;padding-top:16px;border-top:1px solid #d9d8d2;font-size:14px;color:${grayText}">${lines(content.footnote)}</p>`,
    ...(links.length ? [`<p style="margin:12px 0 0;font-size:14px">${links.join(" &middot; ")}</p>`] : []),
  ]
  return mailPage({
    subject: content.subject,
    preview: content.preview || previewOf(content),
    heading: content.heading,
    card: parts.join("\n"),
  })
}

/** The first sentence of the mail; a greeting alone would not be informative. */
function previewOf({ paragraphs, facts, footnote }: MailContent): string {
  const first = paragraphs.find((text) => !/^.{0,60},$/.test(text))
  const known = facts?.map(([label, value]) => `${label}: ${value}`).join(" · ")
  return (first || known || footnote).replace(/\s+/g, " ").slice(0, 140)
}

function codeLabel({ button }: MailContent): string {
  return button ? "Or enter this code" : "Your code"
}

/** Labels are placed above their values: beside them, a long label would make the mail wider than a phone screen. */
function factsTable(facts: readonly (readonly [label: string, value: string])[]): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="padding:0 0 12px;overflow-wrap:anywhere;word-break:break-word"><span class="muted" style="display:block;font-size:13px;color:${grayText}">${escapeHtml(label)}</span>${lines(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px;font-size:15px">${rows.join("")}</table>`
}

/** Escapes text for HTML, keeping its line breaks. */
function lines(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>")
}
