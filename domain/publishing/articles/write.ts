import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { type Draft, defaultDraft, readArticle, readVersion } from "./article.ts"

interface Writing {
  /** Null for a new article, and for one of content/ that nobody has edited yet. */
  id: number | null
  /** The article of content/ that is edited for the first time. */
  origin?: string | null
  draft: Draft
  /** The version that the editor read; 0 if there was none. */
  read: number
  /** The operator's account; null in a shell. */
  by: string | null
}

/** `version`: the newest one, which the editor had not read. */
type Edited = Refusal<"edited", { id: number; version: number }>

/**
 * Saves a draft as a new version, within a transaction; every earlier one stays. Errors: `not_found`; `edited`: somebody else saved since
 * `read`, and nothing is written.
 */
export async function writeArticle(
  { db, now }: Pick<World, "db" | "now">,
  { id, origin = null, draft, read, by }: Writing,
): Promise<{ ok: true; id: number; version: number } | Refusal<"not_found"> | Edited> {
  const { sql } = db
  if (id === null) {
    if (origin !== null && !defaultDraft(origin)) return { ok: false, code: "not_found" }
    const [made] = await sql<{ id: number }>`
      insert into private.articles (origin, version) values (${origin}, 0)
      on conflict (origin) do nothing returning id::float8 as id`
    if (!made) {
      const [other] = (await sql`
        select id::float8 as id, version from private.articles where origin = ${origin}`) as [
        { id: number; version: number },
      ]
      return { ok: false, code: "edited", ...other }
    }
    id = made.id
  }
  const [saved] = await sql<{ version: number }>`
    with saved as (
      update private.articles set version = version + 1 where id = ${id} and version = ${read} returning version
    )
    insert into private.article_versions (article, version, data, edited_by, edited_at)
    select ${id}::bigint, version, ${sql.json(draft)}::jsonb, ${by}::uuid, ${now()}::timestamptz from saved
    returning version`
  if (!saved) {
    const article = await readArticle(db, id)
    return article
      ? { ok: false, code: "edited", id, version: article.version }
      : { ok: false, code: "not_found" }
  }
  return { ok: true, id, version: saved.version }
}

/** Makes an earlier version the newest one again, as a version of its own. Errors: those of `writeArticle`. */
export async function restoreVersion(
  world: Pick<World, "db" | "now">,
  { id, version, read, by }: { id: number; version: number; read: number; by: string | null },
) {
  const old = await readVersion(world.db, id, version)
  if (!old) return { ok: false as const, code: "not_found" as const }
  return writeArticle(world, { id, draft: old.data, read, by })
}

/** Deletes an article that was never on the site, with its versions. Errors: `not_found`, `published`. */
export async function discardArticle(
  { sql }: World["db"],
  id: number,
): Promise<{ ok: true } | Refusal<"not_found" | "published">> {
  const [gone] = await sql`
    delete from private.articles where id = ${id} and published_slug is null and origin is null returning id`
  if (gone) return { ok: true }
  const [there] = await sql`select from private.articles where id = ${id}`
  return { ok: false, code: there ? "published" : "not_found" }
}
