import { createMiddleware } from "hono/factory"
import * as outage from "#content/outage.ts"
import { retryLater } from "#primitives/database-away.ts"
import { escapeHtml } from "#primitives/html.ts"
import type { AppEnv } from "../context.ts"
import { wantsPage } from "../errors.ts"
import { plainPage } from "../plain-page.ts"

/** Fields that are never sent back: they must be entered or solved again. */
const secret = /password|captcha|turnstile/i
/** Fields that identify a form, so that a second submission has no effect. */
const keys = ["stamp", "key"]
/** Fields that are sent again but not shown, because nobody typed them. */
const unseen = /^(form|stamp|key|token|id|ids|do|intent|.*-response)$/

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The response to a form that a browser posts while the database is unavailable: a page with all entered values, the
 * form's key, and a button that sends it again. With scripts, the page itself keeps the values
 * (app/forms/client-answer.ts).
 */
export function offerSendingAgain() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const type = c.req.header("content-type") ?? ""
    const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)/i.test(type)
    if (c.req.method !== "POST" || !isForm || !wantsPage(c)) return next()
    const copy = c.req.raw.clone()
    await next()
    if (c.res.status !== 503) return
    // The client disconnected, or the body is too large.
    const fields = await copy.formData().catch(() => null)
    if (!fields) return
    const { pathname, search } = new URL(c.req.url)
    c.res = undefined
    c.res = c.html(formAgain(pathname + search, fields, c.var.requestId), 503, {
      "cache-control": "no-store",
      "content-security-policy": policy,
      ...retryLater,
    })
  })
}

/** @param action path and query that the form was posted to */
function formAgain(action: string, fields: FormData, requestId: string): string {
  const all = [...fields]
  const texts = all.filter((field): field is [string, string] => typeof field[1] === "string")
  const inputs = texts
    .filter(([name]) => !secret.test(name))
    .map(([name, value]) => {
      const attributes = `name="${escapeHtml(name)}"`
      if (unseen.test(name) || value.trim() === "")
        return `<input type="hidden" ${attributes} value="${escapeHtml(value)}">`
      // HTML ignores a line break right after the tag.
      return `<p><label>${escapeHtml(name)}<br><textarea ${attributes} rows="${rowsOf(value)}" cols="60" style="max-width:100%">\n${escapeHtml(value)}</textarea></label></p>`
    })
  const files = all.length > texts.length ? `<p>${escapeHtml(outage.filesAgain)}</p>` : ""
  const isOnce = texts.some(([name, value]) => keys.includes(name) && value !== "")
  return plainPage({
    title: outage.title,
    text: isOnce ? outage.form : outage.formWithoutKey,
    markup: `<form method="post" action="${escapeHtml(action)}">${inputs.join("")}${files}
<p><button type="submit">${escapeHtml(outage.sendAgain)}</button></p></form>`,
    requestId,
  })
}

function rowsOf(text: string): number {
  return Math.min(12, Math.max(text.split("\n").length, Math.ceil(text.length / 60)))
}
