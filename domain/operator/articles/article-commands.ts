import { articlePictureWidth } from "#content/newsletter-pictures.ts"
import { keepPicture, storePicture } from "#domain/leads/newsletter/pictures.ts"
import type { Draft } from "#domain/publishing/articles/article.ts"
import { publishArticle, takeBackArticle, unpublishArticle } from "#domain/publishing/articles/publish.ts"
import { scheduleArticle, unscheduleArticle } from "#domain/publishing/articles/schedule.ts"
import { discardArticle, restoreVersion, writeArticle } from "#domain/publishing/articles/write.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/*
 * Who may do what is in commands.ts: "article.write" covers everything that only changes drafts; "article.publish" and the
 * others change what visitors read.
 */

interface Undoing {
  /** The entry that this command reverses. */
  undoes?: number | null
}

interface Written {
  id: number | null
  /** The article of content/ that is edited for the first time. */
  origin: string | null
  draft: Draft
  /** The version that the operator read; 0 if there was none. */
  read: number
}

/** Saves a draft as a new version. Errors: those of `act` and `writeArticle`. */
export async function writeArticleFromConsole(world: World, operator: Operator, written: Written) {
  return act(world, operator, aboutMade(written.id), (inside) =>
    writeArticle(inside, { ...written, by: operator.id }),
  )
}

/** Stores a picture for articles. Errors: those of `act`; `no_picture`; `no_description`: a picture needs one. */
export async function addArticlePicture(
  world: World,
  operator: Operator,
  { bytes, description }: { bytes: Uint8Array; description: string },
) {
  if (description.trim().length < 5) return { ok: false as const, code: "no_description" as const }
  const stored = await storePicture(world, bytes, articlePictureWidth)
  if (!stored.ok) return stored
  const { width, height } = stored.picture
  const command = {
    command: "article.picture" as const,
    subject: (made: { src: string }) => ({ kind: "picture", id: made.src }),
  }
  return act(world, operator, command, async (inside) => {
    const src = await keepPicture(inside.db, stored.picture, inside.now())
    return { ok: true as const, src, width, height, alt: description.trim() }
  })
}

/** Makes an earlier version the newest one. Errors: those of `act` and `restoreVersion`. */
export async function restoreArticle(
  world: World,
  operator: Operator,
  given: { id: number; version: number; read: number },
) {
  return act(world, operator, aboutMade(given.id), (inside) =>
    restoreVersion(inside, { ...given, by: operator.id }),
  )
}

/** Publishes a version. Errors: those of `act` and `publishArticle`. */
export async function publishFromConsole(
  world: World,
  operator: Operator,
  given: { id: number; version: number },
  { undoes = null }: Undoing = {},
) {
  return act(world, operator, { ...about("article.publish", given.id), undoes }, (inside) =>
    publishArticle(inside, { ...given, by: operator.id }),
  )
}

/** Has a version published at a time to come. Errors: those of `act` and `scheduleArticle`; `past`. */
export async function scheduleFromConsole(
  world: World,
  operator: Operator,
  given: { id: number; version: number; at: Date },
  { undoes = null }: Undoing = {},
) {
  if (given.at <= world.now()) return { ok: false as const, code: "past" as const }
  return act(world, operator, { ...about("article.schedule", given.id), undoes }, (inside) =>
    scheduleArticle(inside, given),
  )
}

const runs = {
  unschedule: (world: World, { id }: { id: number }) => unscheduleArticle(world.db, id),
  unpublish: unpublishArticle,
  "take-back": takeBackArticle,
  discard: (world: World, { id }: { id: number }) => discardArticle(world.db, id),
} as const
export type ArticleRun = keyof typeof runs

/**
 * Ends a schedule, takes an article off the site, makes it what content/ says again, or deletes it with its versions.
 * Errors: those of `act` and of the verb.
 */
export async function runArticle(
  world: World,
  operator: Operator,
  id: number,
  run: ArticleRun,
  { undoes = null }: Undoing = {},
) {
  return act(
    world,
    operator,
    { ...about(`article.${run}`, id), undoes },
    (inside): Promise<{ ok: true } | { ok: false; code: string }> =>
      runs[run](inside, { id, by: operator.id }),
  )
}

function about<Name extends `article.${string}`>(command: Name, id: number) {
  return { command, subject: { kind: "article", id: String(id) }, look: (db: Db) => lookAt(db, id) }
}

/** For a command that may make the article: its number is known only afterward. */
function aboutMade(id: number | null) {
  return {
    command: "article.write" as const,
    subject: (made: { id: number }) => ({ kind: "article", id: String(made.id) }),
    look: (db: Db, made?: { id: number }) => lookAt(db, made?.id ?? id),
  }
}

/** What an entry records; the words themselves are in the versions. */
async function lookAt({ sql }: Db, id: number | null): Promise<Record<string, unknown>> {
  const [row] = await sql<Record<string, unknown>>`
    select a.version, v.data ->> 'title' as title, a.published_version as "publishedVersion", p.state,
      a.published_slug as slug, a.scheduled_version as "scheduledVersion", a.publish_at as "publishAt"
    from private.articles a join private.article_versions v on v.article = a.id and v.version = a.version
      left join private.publishing p on p.kind = 'articles' and p.slug = a.published_slug
    where a.id = ${id}`
  return { ...row }
}
