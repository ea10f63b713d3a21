import type { Context } from "hono"
import { html } from "hono/html"
import { ApiError } from "../api-error.ts"
import type { Price } from "../types/checkout.ts"
import type { Transact } from "../unit-of-work.ts"

/** HTML created by hono's template tag `html`, which escapes its values. */
export type Markup = ReturnType<typeof html>

export interface PagesOptions {
  /** Name of the seller. */
  seller: string
  transact: Transact
}

interface PageWords {
  title: string
  /** "pay" for two columns, "narrow" for one. */
  shape: "pay" | "narrow"
  body: Markup
}

/** Only resources of this origin, no scripts, and forms only to this origin. */
const pageHeaders: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "x-robots-tag": "noindex",
}

/** A page of the sandbox, with a notice at the top that it is a test. */
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

/** "$14.99 per month", or "$29.00" for a one-time price. */
export function price({ unit_amount, currency, recurring }: Price): string {
  return money(unit_amount, currency) + (recurring ? " per month" : "")
}

/** Responds with a page. */
export async function showPage(c: Context, page: Markup, status: 200 | 400 | 404 = 200): Promise<Response> {
  for (const [name, value] of Object.entries(pageHeaders)) c.header(name, value)
  return c.html(await page, status)
}

/** 400 for a form that none of the pages sends. */
export function unreadableForm(c: Context): Response {
  return c.text("This form cannot be read. Go back and press a button of the page.", 400)
}

/** 409 for an action that was already taken in another window. Rethrows every other error. */
export function outdatedForm(error: Error, c: Context): Response {
  if (!(error instanceof ApiError)) throw error
  return c.text(`${error.message} Go back and load the page again.`, 409)
}
