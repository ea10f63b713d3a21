import { randomFrom } from "#content/artwork/random.ts"
import { site } from "#content/site.ts"
import { escapeHtml } from "#primitives/html.ts"

export const ink = "#0e1110"
export const volt = "#d4ff3a"
export const grayText = "#565b57"
const paper = "#f6f5f0"

/** Wide and heavy if the system font has a width axis; nothing is fetched, so nobody learns that a mail was opened. */
export const displayFace =
  "font-family:Archivo,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-weight:800;font-stretch:125%"

/** Programs that know dark mode follow it; those without style sheets show the light version from the inline styles. */
const sheet = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${ink}!important;color:${paper}!important}
.card{background:#1a1f1d!important;color:${paper}!important}
.card a,.page h1{color:${paper}!important}
.card a.button{color:${ink}!important}
.muted{color:#a9aea9!important}
.rule,.card td,.card th,.card hr{border-color:#3a403d!important}
}
@media (max-width:420px){h1{font-size:25px!important}.button{display:block!important;text-align:center}}`

/** Keeps mail programs from filling the preview with the text that follows. */
const filler = "&#847;&zwnj;&nbsp;".repeat(60)

/**
 * The page around a mail: masthead with the picture, card, address.
 * @param card HTML below the heading
 */
export function mailPage(mail: { subject: string; preview: string; heading: string; card: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(mail.subject)}</title><style>${sheet}</style></head>
<body class="page" style="margin:0;padding:0;background:${paper};color:${ink};font-family:'Hanken Grotesk',system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.55">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(mail.preview)}${filler}</div><table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed;background:${paper}"><tr><td align="center" style="padding:20px 10px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:580px;table-layout:fixed">
<tr><td bgcolor="${ink}" style="padding:0 6%;background:${ink}">${masthead(mail.subject)}</td></tr>
<tr><td class="card" bgcolor="#ffffff" align="left" style="padding:28px 6%;background:#ffffff;overflow-wrap:anywhere;word-break:break-word">
<h1 style="margin:0 0 16px;font-size:29px;line-height:1.08;letter-spacing:-.02em;${displayFace}">${escapeHtml(mail.heading)}</h1>
${mail.card}
</td></tr>
<tr><td class="muted" align="left" style="padding:16px 6%;font-size:13px;color:${grayText}">${escapeHtml(site.postalAddress)}</td></tr>
</table>
</td></tr></table>
</body></html>`
}

function masthead(seed: string): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td valign="middle" style="padding:20px 0;color:${volt};font-size:25px;line-height:1;letter-spacing:-.01em;${displayFace}">${escapeHtml(site.name)}</td><td align="right" valign="bottom" style="padding-top:12px">${fortnight(seed)}</td></tr></table>`
}

/**
 * The picture: two weeks of training as fourteen bars, drawn from table cells, so that it needs no permission to load
 * and reveals to nobody that the mail was opened. Each subject has different bars.
 */
function fortnight(seed: string): string {
  const random = randomFrom(seed)
  const bars = Array.from({ length: 14 }, (_, day) => {
    const rest = random() < 0.2 && day < 13
    const height = rest ? 3 : Math.round(10 + 34 * random())
    const color = day === 13 ? volt : rest ? "#4a514d" : day > 9 ? "#a9b86a" : "#5f6a4a"
    return `<td valign="bottom" style="padding:0 0 0 3px;line-height:0;font-size:0"><div style="width:7px;height:${height}px;background:${color}"></div></td>`
  })
  return `<table role="presentation" aria-hidden="true" cellpadding="0" cellspacing="0" height="48"><tr>${bars.join("")}</tr></table>`
}
