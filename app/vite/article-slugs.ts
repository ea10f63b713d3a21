import { readdirSync } from "node:fs"
import { join } from "node:path"

/** Slugs of all articles: one Markdown file each in content/blog. */
export const articleSlugs: readonly string[] = readdirSync(join(import.meta.dirname, "../../content/blog"))
  .filter((file) => file.endsWith(".md"))
  .map((file) => file.slice(0, -".md".length))
  .sort()
