import { Hono } from "hono"
import { sharedFiles, sharedPage } from "#content/phone.ts"
import { site } from "#content/site.ts"
import { escapeHtml } from "#primitives/html.ts"
import type { AppEnv } from "../context.ts"
import { formPostsOnly } from "../guard/form-posts.ts"
import { documentHeaders } from "../guard/security-headers.ts"

/**
 * POST /shared-files: files from a phone's share menu, if no service worker received them. The form carries no session,
 * so nothing is stored here: the response returns the files to the browser, which keeps them for the account page, even
 * through a sign-in. The field is `files`, repeated.
 */
export function sharedFilesEndpoint(): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.get(sharedFiles.path, (c) => c.redirect("/account", 303))
  app.post(sharedFiles.path, formPostsOnly(), async (c) => {
    const form = await c.req.raw.formData()
    const sent = form.getAll(sharedFiles.field).filter((value) => value instanceof File && value.size > 0)
    const files = await Promise.all(
      (sent as File[]).map(async (file) => ({
        name: file.name,
        base64: Buffer.from(await file.arrayBuffer()).toString("base64"),
      })),
    )
    return c.html(handOverPage(files), 200, {
      ...documentHeaders({ https: c.var.https }),
      "cache-control": "no-store",
    })
  })
  return app
}

function handOverPage(files: readonly { name: string; base64: string }[]): string {
  // A name may contain a sequence that would end the element.
  const data = JSON.stringify(files).replaceAll("<", "\\u003c")
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(`${sharedPage.title} · ${site.name}`)}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"></head>
<body><main><h1>${escapeHtml(sharedPage.title)}</h1><p id="state" role="status">${escapeHtml(sharedPage.text)}</p>
<noscript><p>${escapeHtml(sharedPage.failed)}</p></noscript>
<p><a href="/account">${escapeHtml(sharedPage.link)}</a></p></main>
<script type="application/json" id="shared">${data}</script><script src="${sharedFiles.script}"></script></body></html>`
}
