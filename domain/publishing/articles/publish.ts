import { readingMinutes } from "#content/articles.ts"
import { type ArticleEntry, articleEntryShape } from "#content/schema.ts"
import { wordsOfContent } from "#content/words/words.ts"
import { dayOnSite } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { publishingRow, saveRow, takeBackRow } from "../rows.ts"
import { type Draft, defaultDraft, type EditedArticle, readArticle, readVersion } from "./article.ts"
import { writeArticle } from "./write.ts"

type Needed = Pick<World, "db" | "now">

/** `problems`: what is missing or wrong, by field. */
type Unfinished = Refusal<"invalid", { problems: Record<string, string> }>
type Published = { ok: true; slug: string } | Refusal<"not_found" | "slug_taken" | "edited"> | Unfinished

/**
 * Puts one version of an article on the site, or in the place of the one that is there, and ends its schedule. Under a new
 * slug, the old address leads to it. Errors: `not_found`; `invalid`; `slug_taken`: another article has this address;
 * `edited`: its row was written by something else at the same time.
 */
export async function publishArticle(
  world: Needed,
  { id, version, by }: { id: number; version: number; by: string | null },
): Promise<Published> {
  const { db } = world
  const article = await readArticle(db, id, { lock: true })
  const chosen = article && (await readVersion(db, id, version))
  if (!article || !chosen) return { ok: false, code: "not_found" }
  const finished = finishedArticle(chosen.data, dayOnSite(world.now()))
  if (!finished.ok) return finished
  const before = addressOf(article)
  const { slug } = finished.entry
  if (slug !== article.publishedSlug && slug !== article.origin && (await isTaken(db, slug)))
    return { ok: false, code: "slug_taken" }
  const formerSlugs = [...(await formerSlugsOf(db, article)), ...(before === null ? [] : [before])]
  const entry = { ...finished.entry, formerSlugs: [...new Set(formerSlugs)].filter((one) => one !== slug) }
  const row = await publishingRow(db, { kind, slug })
  const saved = await saveRow(world, {
    ...{ kind, slug, by, data: { ...entry }, state: "published" },
    version: row?.version ?? 0,
  })
  if (!saved.ok) return saved.code === "invalid" ? saved : { ok: false, code: "edited" }
  if (before !== null && before !== slug) await leave(world, before, by)
  await db.sql`
    update private.articles set published_version = ${version}, published_slug = ${slug},
      scheduled_version = null, publish_at = null
    where id = ${id}`
  return { ok: true, slug }
}

/** Takes an article off the site; its draft and versions stay. Errors: `not_found`; `not_published`. */
export async function unpublishArticle(
  world: Needed,
  { id, by }: { id: number; by: string | null },
): Promise<{ ok: true } | Refusal<"not_found" | "not_published" | "edited">> {
  const { db } = world
  const article = await readArticle(db, id, { lock: true })
  if (!article) return { ok: false, code: "not_found" }
  const slug = addressOf(article)
  const row = slug === null ? undefined : await publishingRow(db, { kind, slug })
  if (slug === null || row?.state === "hidden") return { ok: false, code: "not_published" }
  const saved = await hide(world, slug, by)
  if (!saved.ok) return { ok: false, code: "edited" }
  await db.sql`update private.articles set published_version = null, published_slug = ${slug} where id = ${id}`
  return { ok: true }
}

/**
 * Makes an article what content/ says again: its rows go, and its newest version is that text. Errors: `not_found`, also
 * for an article that does not come from content/.
 */
export async function takeBackArticle(
  world: Needed,
  { id, by }: { id: number; by: string | null },
): Promise<{ ok: true } | Refusal<"not_found" | "edited">> {
  const { db } = world
  const article = await readArticle(db, id, { lock: true })
  const draft = article?.origin ? defaultDraft(article.origin) : undefined
  if (!article || !draft) return { ok: false, code: "not_found" }
  for (const slug of new Set([article.publishedSlug, article.origin])) {
    const row = slug && (await publishingRow(db, { kind, slug }))
    if (row && !(await takeBackRow(db, { kind, slug: row.slug, version: row.version })).ok)
      return { ok: false, code: "edited" }
  }
  const written = await writeArticle(world, { id, draft, read: article.version, by })
  if (!written.ok) return { ok: false, code: "edited" }
  await db.sql`
    update private.articles set published_version = null, published_slug = null, scheduled_version = null, publish_at = null
    where id = ${id}`
  return { ok: true }
}

/** The slug under which the article is on the site, or was last; null if it never was. */
function addressOf({ publishedSlug, origin }: EditedArticle): string | null {
  return publishedSlug ?? origin
}

const kind = "articles"

/** A draft with everything that the site needs, or what it lacks. */
export function finishedArticle(draft: Draft, today: string): { ok: true; entry: ArticleEntry } | Unfinished {
  const markdown = String(draft.markdown ?? "")
  const read = articleEntryShape.safeParse({
    ...draft,
    date: draft.date || today,
    readTime: `${readingMinutes(markdown)} min read`,
  })
  if (read.success && !read.data.picture && !read.data.art)
    return { ok: false, code: "invalid", problems: { picture: "Add a picture for the head of the article." } }
  if (read.success) return { ok: true, entry: read.data }
  const problems: Record<string, string> = {}
  for (const { path, message } of read.error.issues) problems[String(path[0] ?? "")] ??= message
  return { ok: false, code: "invalid", problems }
}

async function isTaken({ sql }: Db, slug: string): Promise<boolean> {
  if (wordsOfContent.find(kind, slug)) return true
  const [row] = await sql`select from private.publishing where kind = ${kind} and slug = ${slug}`
  return row !== undefined
}

async function formerSlugsOf(db: Db, { publishedSlug }: EditedArticle): Promise<string[]> {
  const row = publishedSlug === null ? undefined : await publishingRow(db, { kind, slug: publishedSlug })
  return (row?.data.formerSlugs as string[] | undefined) ?? []
}

/** Ends an old address: where content/ has an article, a row hides it. */
async function leave(world: Needed, slug: string, by: string | null): Promise<void> {
  const row = await publishingRow(world.db, { kind, slug })
  if (wordsOfContent.find(kind, slug)) await hide(world, slug, by)
  else if (row) await takeBackRow(world.db, { kind, slug, version: row.version })
}

async function hide(world: Needed, slug: string, by: string | null) {
  const row = await publishingRow(world.db, { kind, slug })
  const data = row?.data ?? wordsOfContent.find(kind, slug)
  return saveRow(world, {
    ...{ kind, slug, by, data: { ...data }, state: "hidden" },
    version: row?.version ?? 0,
  })
}
