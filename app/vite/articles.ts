import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"
import { articlesOnDisk } from "#content/articles-on-disk.ts"
import { pageHtml } from "#server/markup/page-html.ts"

const folder = join(import.meta.dirname, "../../content/blog")
const entries = join(import.meta.dirname, "../../content/articles-on-disk.ts")
const texts = "virtual:article-texts"

/**
 * Articles for built pages, which have no files beside them: the list in the place of content/articles-on-disk.ts, and the
 * text of each as HTML, for prerendering. Only loaders use them, because they contain the whole blog.
 */
export function articles(): Plugin {
  return {
    name: "articles",
    enforce: "pre",
    resolveId: (id) => (id === texts ? `\0${texts}` : undefined),
    load(id) {
      const isEntries = id === entries
      if (!isEntries && id !== `\0${texts}`) return undefined
      if (this.environment.name === "client")
        this.error("The texts of the articles must not reach the browser")
      for (const file of readdirSync(folder)) this.addWatchFile(join(folder, file))
      if (isEntries) return `export const articlesOnDisk = ${JSON.stringify(articlesOnDisk)}`
      const html = articlesOnDisk.map(({ slug, markdown }) => [slug, pageHtml(markdown)])
      return `export const texts = ${JSON.stringify(Object.fromEntries(html))}`
    },
  }
}
