import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { articlesWithoutPage } from "./articles-without-page.ts"
import { splitFrontMatter } from "./front-matter.ts"
import type { ArticleEntry } from "./schema.ts"

const folder = join(import.meta.dirname, "blog")

/**
 * The articles of the site. Node reads them from content/blog; a built page has no files beside it, so the build puts the
 * list in the place of this module (app/vite/articles.ts).
 */
export const articlesOnDisk: readonly ArticleEntry[] = [
  ...readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file): ArticleEntry => {
      const { front, body } = splitFrontMatter(readFileSync(join(folder, file), "utf8"), file)
      return { ...front, slug: file.slice(0, -".md".length), markdown: body.trim() }
    }),
  ...articlesWithoutPage,
]
