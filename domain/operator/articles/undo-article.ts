import type { World } from "#domain/world.ts"
import type { Inverse, Undoable, Undone } from "../inverse.ts"
import type { Operator } from "../roles.ts"
import { publishFromConsole, runArticle, scheduleFromConsole } from "./article-commands.ts"

/** The inverses of commands about articles. A saved version is left by restoring an earlier one. */
export const articleInverses = {
  "article.publish": undoPublish,
  "article.unpublish": undoPublish,
  "article.schedule": undoSchedule,
  "article.unschedule": undoSchedule,
} as const satisfies Record<string, Inverse>

/** What was on the site before: another version, the article of content/, or nothing. */
async function undoPublish(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const id = Number(entry.subjectId)
  const { publishedVersion: version, state } = entry.before
  const undoing = { undoes: entry.id }
  if (typeof version === "number") return publishFromConsole(world, operator, { id, version }, undoing)
  // Without a row before, an article of content/ was there as it is.
  const [article] = await world.db.sql<{ origin: string | null }>`
    select origin from private.articles where id = ${id}`
  const run = state !== "hidden" && article?.origin ? "take-back" : "unpublish"
  return runArticle(world, operator, id, run, undoing)
}

async function undoSchedule(world: World, operator: Operator, entry: Undoable): Promise<Undone> {
  const id = Number(entry.subjectId)
  const { scheduledVersion: version, publishAt } = entry.before
  const undoing = { undoes: entry.id }
  if (typeof version !== "number") return runArticle(world, operator, id, "unschedule", undoing)
  return scheduleFromConsole(world, operator, { id, version, at: new Date(String(publishAt)) }, undoing)
}
