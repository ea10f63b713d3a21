import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { articlesFrom } from "./articles.ts"
import type { Article } from "./schema.ts"

const folder = join(import.meta.dirname, "blog")

/**
 * The listing read from disk, for everything that runs in Node from the sources: the build, the feed, the newsletter. A
 * bundled page has no files beside it; it gets the same list from the build.
 */
export function readArticles(): Article[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".md"))
  return articlesFrom(
    Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file), "utf8")])),
  )
}
