import { wordsOfContent } from "#content/words/words.ts"
import type { Db } from "#ports/db.ts"

/** The fields of an article while it is written: any of them may be missing or unfinished. */
export type Draft = Record<string, unknown>

/** An article that somebody edited. */
export interface EditedArticle {
  id: number
  /** The slug of the article of content/ that it began as. */
  origin: string | null
  /** The number of the newest version, which is the draft. */
  version: number
  draft: Draft
  publishedVersion: number | null
  publishedSlug: string | null
  scheduledVersion: number | null
  publishAt: Date | null
  editedAt: Date
}

interface ArticleVersion {
  version: number
  data: Draft
  /** Who saved it, for people. */
  editor: string
  editedAt: Date
}

/** One article with its newest version. `lock`: nobody else writes it until the transaction ends. */
export async function readArticle(
  db: Db,
  id: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<EditedArticle | undefined> {
  if (lock) await db.sql`select from private.articles where id = ${id} for update`
  const [row] = await db.sql<EditedArticle & Record<string, unknown>>`
    select ${fields(db)} from private.articles a
      join private.article_versions v on v.article = a.id and v.version = a.version
    where a.id = ${id}`
  return row
}

/** Every article that somebody edited, the latest first. */
export async function editedArticles(db: Db): Promise<EditedArticle[]> {
  return await db.sql<EditedArticle & Record<string, unknown>>`
    select ${fields(db)} from private.articles a
      join private.article_versions v on v.article = a.id and v.version = a.version
    order by v.edited_at desc, a.id desc`
}

/** The versions of an article, the newest first. */
export async function versionsOf({ sql }: Db, id: number): Promise<ArticleVersion[]> {
  return await sql<ArticleVersion & Record<string, unknown>>`
    select v.version, v.data, v.edited_at as "editedAt",
      case when v.edited_by is null then 'a command in a shell' else coalesce(u.email, 'a former operator') end as editor
    from private.article_versions v left join auth.users u on u.id = v.edited_by and u.deleted_at is null
    where v.article = ${id} order by v.version desc`
}

export async function readVersion(
  { sql }: Db,
  id: number,
  version: number,
): Promise<Pick<ArticleVersion, "version" | "data"> | undefined> {
  const [row] = await sql<Pick<ArticleVersion, "version" | "data">>`
    select version, data
    from private.article_versions where article = ${id} and version = ${version}`
  return row
}

/** The fields of an article as content/ says, with the name of its drawing, which outlives a new slug. */
export function defaultDraft(slug: string): Draft | undefined {
  const entry = wordsOfContent.find("articles", slug)
  return entry && { ...entry, art: entry.slug }
}

function fields({ sql }: Db) {
  return sql`a.id::float8 as id, a.origin, a.version, v.data as draft, a.published_version as "publishedVersion",
    a.published_slug as "publishedSlug", a.scheduled_version as "scheduledVersion", a.publish_at as "publishAt",
    v.edited_at as "editedAt"`
}
