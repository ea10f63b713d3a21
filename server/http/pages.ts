import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { ServerBuild } from "react-router"
import { routerPages } from "./live-pages/router-pages.ts"
import { createLivePages } from "./live-pages.ts"
import type { Pages, PagesOptions } from "./pages/contract.ts"
import { entryOf, previewer, renderer, sharedRenderer } from "./pages/renderer.ts"
import { createStatic } from "./static.ts"

/** Pages of the built site or, in development, of the sources with hot reload. */
export async function createPages(options: PagesOptions): Promise<Pages> {
  if (options.mode === "development") {
    const { developmentPages } = await import("./pages/development.ts")
    return developmentPages(options)
  }
  const file = pathToFileURL(join(options.buildDir, "server", "index.js")).href
  const build = (await import(file)) as ServerBuild
  const { live } = options
  const pages = routerPages({
    build,
    securityHeaders: options.securityHeaders,
    render: sharedRenderer(options, build),
  })
  const files = await createStatic({
    buildDir: options.buildDir,
    siteUrl: options.world.settings.siteUrl,
    securityHeaders: options.securityHeaders,
    isHttps: options.isHttps,
    onServed: options.onServed,
    ...(live
      ? {
          live: createLivePages({
            sources: [pages, ...live.answers],
            versions: live.versions,
            database: live.database,
            published: options.world.published,
          }),
        }
      : {}),
  })
  return {
    serve: files.serve,
    fetch: renderer(options, async () => build),
    preview: previewer(options, async () => build),
    embedScript: async () => entryOf(build).embedScript,
    screenScript: async () => entryOf(build).screenScript,
    async close() {},
  }
}
