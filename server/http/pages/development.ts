import type { ServerBuild } from "react-router"
import type { Pages, PagesOptions } from "./contract.ts"
import { entryOf, previewer, renderer } from "./renderer.ts"

/** Serves pages from the sources through Vite, with hot reload over the sockets of `options.server`. */
export async function developmentPages(options: PagesOptions): Promise<Pages> {
  const { createServer } = await import("vite")
  const vite = await createServer({
    appType: "custom",
    server: {
      middlewareMode: true,
      ...(options.server ? { hmr: { server: options.server } } : {}),
    },
  })
  const load = async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as ServerBuild
  return {
    serve: (incoming, outgoing, next) => vite.middlewares(incoming, outgoing, next),
    fetch: renderer(options, load),
    preview: previewer(options, load),
    embedScript: async () => entryOf(await load()).embedScript,
    screenScript: async () => entryOf(await load()).screenScript,
    close: () => vite.close(),
  }
}
