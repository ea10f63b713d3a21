import { readdirSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "vite"
import { readArticles } from "#content/articles-on-disk.ts"
import { pageHtml } from "#server/markup/page-html.ts"

const name = "virtual:articles"
const folder = join(import.meta.dirname, "../../content/blog")

/**
 * Provides the blog listing as `import { articles } from "virtual:articles"`, built from the front matter and text of
 * content/blog. It contains the full text for the search, so only loaders import it.
 */
export function articles(): Plugin {
  return {
    name: "articles",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined
      for (const file of readdirSync(folder)) this.addWatchFile(join(folder, file))
      const articles = readArticles()
      const texts = Object.fromEntries(articles.map(({ slug, markdown }) => [slug, pageHtml(markdown)]))
      return `export const articles = ${JSON.stringify(articles)}\nexport const texts = ${JSON.stringify(texts)}`
    },
  }
}
