import { readdirSync } from "node:fs"
import { join } from "node:path"

/** Slugs of the articles that have a page: one MDX file each in content/blog. Read when the routes are put together. */
export const articleSlugs: readonly string[] = readdirSync(join(import.meta.dirname, "../../content/blog"))
  .filter((file) => file.endsWith(".mdx"))
  .map((file) => file.slice(0, -".mdx".length))
  .sort()
