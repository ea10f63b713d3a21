import { readdirSync } from "node:fs"
import { join } from "node:path"

/** Slugs of all articles: one MDX file each in content/blog. Read when the routes are configured. */
export const articleSlugs: readonly string[] = readdirSync(join(import.meta.dirname, "../../content/blog"))
  .filter((file) => file.endsWith(".mdx"))
  .map((file) => file.slice(0, -".mdx".length))
  .sort()
