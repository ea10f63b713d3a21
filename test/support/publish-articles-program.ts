/**
 * Moves and publishes an article again and again, as a process that a test can kill: node publish-articles-program.ts
 * <database url> <article>. Prints each slug that was published.
 */
import { connectPostgres } from "#adapters/db/postgres.ts"
import { readArticle } from "#domain/publishing/articles/article.ts"
import { publishArticle } from "#domain/publishing/articles/publish.ts"
import { writeArticle } from "#domain/publishing/articles/write.ts"

const [url = "", article = ""] = process.argv.slice(2)
const id = Number(article)
const db = connectPostgres({ url, max: 2, applicationName: "publish articles" })
const now = () => new Date()
process.stdout.write(`{"ready":true}\n`)
for (;;) {
  const before = await readArticle(db, id)
  if (!before) throw new Error("The article is gone")
  const slug = `hills-${before.version + 1}`
  const draft = { ...before.draft, slug, title: slug }
  const saved = await writeArticle({ db, now }, { id, draft, read: before.version, by: null })
  if (!saved.ok) throw new Error(saved.code)
  const { version } = saved
  const done = await db.transaction((inside) =>
    publishArticle({ db: inside, now }, { id, version, by: null }),
  )
  if (!done.ok) throw new Error(done.code)
  process.stdout.write(`${slug}\n`)
}
