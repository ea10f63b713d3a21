import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { readArticle, readVersion } from "./article.ts"
import { finishedArticle, publishArticle } from "./publish.ts"

/** The queue of scheduled articles; payload: { article, at }. */
export const articleQueue = "article-publish"

/**
 * Has one version published at a time, in the place of an earlier schedule. Errors: `not_found`; `invalid`: it lacks
 * something that the site needs.
 */
export async function scheduleArticle(
  { db, jobs }: Pick<World, "db" | "jobs">,
  { id, version, at }: { id: number; version: number; at: Date },
): Promise<{ ok: true } | Refusal<"not_found"> | Refusal<"invalid", { problems: Record<string, string> }>> {
  const chosen = await readVersion(db, id, version)
  if (!chosen) return { ok: false, code: "not_found" }
  const finished = finishedArticle(chosen.data, "2000-01-01")
  if (!finished.ok) return finished
  await db.sql`
    update private.articles set scheduled_version = ${version}, publish_at = ${at} where id = ${id}`
  const key = `${id} ${version} ${at.toISOString()}`
  await jobs.add(db, articleQueue, { article: id, at: at.toISOString() }, { key, startAfter: at })
  return { ok: true }
}

/** Ends a schedule. Errors: `not_found`, `not_scheduled`. */
export async function unscheduleArticle(
  { sql }: World["db"],
  id: number,
): Promise<{ ok: true } | Refusal<"not_found" | "not_scheduled">> {
  const [ended] = await sql`
    update private.articles set scheduled_version = null, publish_at = null
    where id = ${id} and publish_at is not null returning id`
  if (ended) return { ok: true }
  const [there] = await sql`select from private.articles where id = ${id}`
  return { ok: false, code: there ? "not_scheduled" : "not_found" }
}

/**
 * The job of `articleQueue`: publishes what is scheduled for that time, once; a repetition finds no schedule. A schedule that
 * was moved has a job of its own.
 * @returns the problem of a version that cannot be published, whose schedule is ended
 */
export async function publishScheduled(world: World, id: number, at: Date): Promise<string | null> {
  return world.db.transaction(async (db) => {
    const article = await readArticle(db, id, { lock: true })
    if (article?.publishAt?.getTime() !== at.getTime() || article.scheduledVersion === null) return null
    const version = article.scheduledVersion
    const done = await publishArticle({ ...world, db }, { id, version, by: null })
    if (done.ok) return null
    await unscheduleArticle(db, id)
    return done.code
  })
}
