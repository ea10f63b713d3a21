import { Hono } from "hono"
import { linkedDesks, linksBegin } from "#domain/console-link.ts"
import type { AppEnv } from "../context.ts"
import { plainPage, plainPageHeaders } from "../plain-page.ts"
import { consolePage } from "./console-page.ts"

/**
 * GET /open/...: the target of links in mails and printed codes (domain/console-link.ts). Everybody gets the same page
 * of our own origin, which continues to the same path below /operator, a missing page for strangers. An HTTP redirect
 * would not work, because browsers treat it as part of the other site's navigation.
 */
export function consoleLinks(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get(`${linksBegin}/*`, async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const path = pathname.slice(linksBegin.length)
    const target = consolePage(`/operator${path}${search}`)
    if (!target || !linkedDesks.some((desk) => path.split("/")[1] === desk)) return next()
    const page = plainPage({
      title: "Opening the page…",
      text: "If nothing happens, use the link below.",
      link: { label: "Continue", href: target },
      moveOn: true,
    })
    const headers = { ...plainPageHeaders, "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" }
    return c.html(page, 200, headers)
  })
  return app
}
