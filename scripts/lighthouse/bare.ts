import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { brotliCompressSync } from "node:zlib"
import { createElement } from "react"
import { renderToString } from "react-dom/server"
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router"
import { build, type Rolldown } from "vite"
import { routes } from "./bare/page.ts"

/**
 * Serves a page that contains only React and its router, with Brotli. Measured between the others, it shows
 * what the machine and the library cost, so that a busy machine is not mistaken for a slow site.
 */
export async function startBarePage(): Promise<{ url: string; stop(): Promise<void> }> {
  const bodies = new Map([
    ["/", { type: "text/html; charset=utf-8", body: brotliCompressSync(await document()) }],
    ["/entry.js", { type: "text/javascript", body: brotliCompressSync(await script()) }],
    ["/robots.txt", { type: "text/plain", body: brotliCompressSync("User-agent: *\nAllow: /\n") }],
    ["/favicon.ico", { type: "image/x-icon", body: brotliCompressSync("") }],
  ])
  const server = createServer((request, response) => {
    const found = bodies.get(request.url ?? "/")
    if (!found) return response.writeHead(404).end()
    return response
      .writeHead(200, { "content-type": found.type, "content-encoding": "br", "cache-control": "no-cache" })
      .end(found.body)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function document(): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request("http://localhost/"))
  if (context instanceof Response) throw new Error("A bare page does not redirect")
  const router = createStaticRouter(handler.dataRoutes, context)
  const page = renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false }))
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>A bare page</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="description" content="Nothing but the library.">
<script type="module" src="/entry.js"></script></head><body><div id="root">${page}</div></body></html>`
}

async function script(): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, rolldownOptions: { input: join(import.meta.dirname, "bare/entry.ts") } },
  })) as Rolldown.RolldownOutput
  return result.output[0].code
}
