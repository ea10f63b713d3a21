/** /payments-sandbox/*: the pages that Stripe would serve from its own domain. */
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { Hono } from "hono"
import { outdatedForm, type PagesOptions } from "./pages/document.ts"
import { createPayRoutes } from "./pages/pay-routes.ts"
import { createPortalRoutes } from "./pages/portal-routes.ts"

export function createPages(options: PagesOptions): Hono {
  const app = new Hono().basePath("/payments-sandbox")
  app.route("/", createPayRoutes(options))
  app.route("/", createPortalRoutes(options))
  for (const [name, file] of Object.entries(assets)) {
    app.get(name, async (c) => {
      c.header("content-type", file.type)
      c.header("cache-control", "public, max-age=3600")
      return c.body(new Uint8Array(await readFile(file.path())))
    })
  }
  app.onError(outdatedForm)
  return app
}

/** The fonts come from the packages that the site itself uses. */
const assets = {
  "/style.css": {
    type: "text/css; charset=utf-8",
    path: () => fileURLToPath(new URL("./style.css", import.meta.url)),
  },
  "/archivo.woff2": {
    type: "font/woff2",
    path: () => packaged("@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2"),
  },
  "/hanken-grotesk.woff2": {
    type: "font/woff2",
    path: () => packaged("@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2"),
  },
}

function packaged(file: string): string {
  return createRequire(import.meta.url).resolve(file)
}
