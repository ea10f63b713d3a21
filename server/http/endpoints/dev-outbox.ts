import { Hono } from "hono"
import { html, raw } from "hono/html"
import type { Email } from "postal-mime"
import type { AppEnv } from "../context.ts"
import { notFound } from "../errors.ts"
import { localOnly } from "../guard/local-only.ts"
import { documentHeaders } from "../guard/security-headers.ts"

/** The mails that were stored as files instead of being sent. */
export interface DevOutbox {
  /** File names, newest first. */
  list(): Promise<string[]>
  read(name: string): Promise<Buffer | null>
}

/**
 * GET /dev/outbox: this machine's mails, for developers. /dev/outbox.json: the same for tests. Accessible only from
 * this machine.
 */
export function devOutboxEndpoint(outbox: DevOutbox, siteUrl: string): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use("/dev/*", localOnly(siteUrl))

  app.get("/dev/outbox.json", async (c) => {
    const to = c.req.query("to")?.toLowerCase()
    const mails = await readAll(outbox)
    return c.json(
      mails.filter((mail) => to === undefined || mail.to === to),
      200,
      { "cache-control": "no-store" },
    )
  })

  app.get("/dev/outbox", async () => {
    const mails = await readAll(outbox)
    const rows = mails.map(
      (mail) => html`<tr><td>${mail.at}</td><td>${mail.to}</td>
        <td><a href="/dev/outbox/${mail.name}">${mail.subject || "(no subject)"}</a></td></tr>`,
    )
    const table = html`<table><thead><tr><th>Time<th>To<th>Subject</tr></thead><tbody>${rows}</tbody></table>`
    return document("Outbox", mails.length > 0 ? table : html`<p>No email has been written yet.</p>`)
  })

  app.get("/dev/outbox/:name", async (c) => {
    const mail = await readMail(outbox, c.req.param("name"))
    if (!mail) return notFound(c)
    const links = mail.links.map((link) => html`<li><a href="${link}">${link}</a></li>`)
    return document(
      mail.subject,
      html`<p><a href="/dev/outbox">All emails</a></p>
        <dl><dt>From<dd>${mail.from}<dt>To<dd>${mail.to}<dt>Time<dd>${mail.at}</dl>
        ${mail.html ? html`<h2>HTML</h2><iframe title="The email as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/outbox/${mail.name}/html"></iframe>` : ""}
        <h2>Text</h2><pre>${mail.text}</pre>
        <h2>Links</h2><ul>${links}</ul>
        <p><a href="/dev/outbox/${mail.name}/source">Source</a></p>`,
    )
  })

  app.get("/dev/outbox/:name/html", async (c) => {
    const mail = await readMail(outbox, c.req.param("name"))
    if (!mail?.html) return notFound(c)
    return c.html(`<base target="_blank">${mail.html}`, 200, {
      // Allows a mail what a mail program would allow, and nothing else.
      "content-security-policy":
        "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
      "cache-control": "no-store",
    })
  })

  app.get("/dev/outbox/:name/source", async (c) => {
    const source = await outbox.read(c.req.param("name"))
    return source ? c.text(source.toString("utf8"), 200, { "cache-control": "no-store" }) : notFound(c)
  })
  return app
}

interface ReadMail {
  name: string
  from: string
  to: string
  subject: string
  at: string
  text: string
  html: string | undefined
  links: string[]
}

/** The latest hundred, because an outbox may contain a whole newsletter. */
async function readAll(outbox: DevOutbox): Promise<ReadMail[]> {
  const names = (await outbox.list()).slice(0, 100)
  const mails = await Promise.all(names.map((name) => readMail(outbox, name)))
  return mails.filter((mail) => mail !== null)
}

async function readMail(outbox: DevOutbox, name: string): Promise<ReadMail | null> {
  const source = await outbox.read(name)
  if (!source) return null
  // Loaded on demand, because it is installed only for development.
  const { default: PostalMime } = await import("postal-mime")
  const mail: Email = await PostalMime.parse(source)
  const text = mail.text ?? ""
  return {
    name,
    from: mail.from?.address ?? "",
    to: mail.to?.[0]?.address?.toLowerCase() ?? "",
    subject: mail.subject ?? "",
    at: mail.date ?? "",
    text,
    html: mail.html,
    links: [...new Set(text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [])],
  }
}

async function document(title: string, body: ReturnType<typeof html>): Promise<Response> {
  const page = await html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
    ${raw("<style>body{font:16px/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:.4rem;border-bottom:1px solid #8884}iframe{width:100%;height:36rem;border:1px solid #8884;background:#fff}pre{white-space:pre-wrap;overflow-wrap:anywhere}dt{float:left;width:4rem;opacity:.7}li,a{overflow-wrap:anywhere}</style>")}
    </head><body><h1>${title}</h1>${body}</body></html>`
  return new Response(String(page), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      ...documentHeaders({ https: false }),
    },
  })
}
