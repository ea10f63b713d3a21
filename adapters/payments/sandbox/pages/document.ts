import type { Context } from "hono"
import { html } from "hono/html"

/** Text that is already HTML: what the tag `html` of hono makes. */
export type Markup = ReturnType<typeof html>

export interface PageWords {
  title: string
  /** "pay" for two columns, "narrow" for one. */
  shape: "pay" | "narrow"
  body: Markup
}

/** Nothing from elsewhere, no scripts; forms go to this origin and lead back to it. */
const pageHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
}

/** A page of the sandbox, with what it is at the top. */
export function pageDocument({ title, shape, body }: PageWords): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} (test)</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#d4ff3a">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/payments-sandbox/style.css">
</head>
<body>
<header class="test"><p>Test payment. No money moves.</p></header>
<main class="${shape}">
${body}
</main>
</body>
</html>`
}

/** "$14.99" */
export function money(cents: number, currency = "usd"): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(cents / 100)
}

/** "November 21, 2026" */
export function day(seconds: number): string {
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" })
  return format.format(new Date(seconds * 1000))
}

/** " per month", " every 3 months", nothing for what is paid once. */
export function rhythm(recurring: { interval: string; interval_count: number } | null): string {
  if (!recurring) return ""
  const { interval, interval_count: count } = recurring
  return count === 1 ? ` per ${interval}` : ` every ${count} ${interval}s`
}

/** Answers with a page. */
export async function showPage(c: Context, page: Markup, status: 200 | 400 | 404 = 200): Promise<Response> {
  for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value)
  return c.html(await page, status)
}
