import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { ServerBuild } from "react-router"
import { ownSite } from "#content/site.ts"
import { createPagesOnDisk } from "./live-pages/pages-on-disk.ts"
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
  const { live, world, diskFolder } = options
  const render = sharedRenderer(options, build)
  const disk = diskFolder
    ? createPagesOnDisk({
        folder: diskFolder,
        build: [build.assets.version, ...Object.values(ownSite ?? {})].join(" "),
        log: world.log,
      })
    : undefined
  const pages = routerPages({
    build,
    disk,
    securityHeaders: options.securityHeaders,
    render: async (address, onReplica) => {
      const db = onReplica ? await live?.onReplica?.() : undefined
      return render(address, db ? { world: { ...world, db } } : {})
    },
  })
  const livePages =
    live &&
    createLivePages({
      sources: [pages, ...live.answers],
      versions: live.versions,
      database: live.database,
      published: world.published,
    })
  const files = await createStatic({
    buildDir: options.buildDir,
    siteUrl: world.settings.siteUrl,
    ownSite,
    securityHeaders: options.securityHeaders,
    isHttps: options.isHttps,
    onServed: options.onServed,
    ...(livePages ? { live: livePages } : {}),
  })
  return {
    serve: files.serve,
    fetch: renderer(options, async () => build),
    preview: previewer(options, async () => build),
    embedScript: async () => entryOf(build).embedScript,
    screenScript: async () => entryOf(build).screenScript,
    async close() {
      livePages?.close()
      await disk?.close()
    },
  }
}
