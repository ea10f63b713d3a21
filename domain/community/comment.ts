import { type CommentRefusal, commentRule } from "#content/comments.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { normalizeText } from "#primitives/normalize-text.ts"
import { hasLink } from "#primitives/person-name.ts"
import { type CommentSubject, seenSubject, talkOf } from "./comment-subject.ts"
import { hasComments, takesComments } from "./comment-switches.ts"
import { whyNot } from "./take-part.ts"
import { announceToViewers, tellMembers } from "./tell.ts"

type Refused<Code extends CommentRefusal = CommentRefusal> = { ok: false; code: Code }

/**
 * Writes a comment under a day or an event. The text is stored as it is safe to show (primitives/normalize-text.ts). The same
 * text sent again within minutes is stored once. Errors: those of `CommentRefusal`.
 */
export async function comment(
  world: World,
  userId: string,
  { text, ...about }: CommentSubject & { text: string },
): Promise<{ ok: true; id: number } | Refused> {
  const now = world.now()
  return world.db.transaction(async (db): Promise<{ ok: true; id: number } | Refused> => {
    await lockWriter(db, userId)
    const author = await writer(db, userId, now)
    if (!author.ok) return author
    const subject = await seenSubject({ ...world, db }, userId, about)
    if (!subject) return { ok: false, code: "not_shown" }
    const { athleteId, event, on } = subject
    if (athleteId !== null && !(await takesComments(db, { athleteId, on })))
      return { ok: false, code: "closed" }
    const body = await readText(db, author.id, text, now)
    if (typeof body !== "string") return body
    const [before] = await db.sql<{ id: number }>`
      select id::float8 as id from private.comments
      where author_id = ${author.id} and athlete_id is not distinct from ${athleteId} and event is not distinct from ${event}
        and local_on = ${on} and body = ${body}
        and at > ${now}::timestamptz - make_interval(mins => ${commentRule.sameMinutes})`
    if (before) return { ok: true, id: before.id }
    if (await isTooMany(db, author.id, now)) return { ok: false, code: "too_many" }
    const [row] = (await db.sql<{ id: number }>`
      insert into private.comments (author_id, athlete_id, event, local_on, body, at)
      values (${author.id}, ${athleteId}, ${event}, ${on}, ${body}, ${now}) returning id::float8 as id`) as [
      { id: number },
    ]
    await announceToViewers(world, db, subject.talk)
    if (athleteId !== null && athleteId !== author.id)
      await tellMembers(world, db, { athletes: [athleteId], news: "comments" })
    return { ok: true, id: row.id }
  })
}

/**
 * Changes the text of the writer's comment. Errors: like `comment`; `gone`: it was deleted; `changed`: it is not the version
 * that the writer saw; `taken_down`: a moderator has hidden it.
 * @param seen when it was last edited, as the writer saw it; null: never
 */
export async function editComment(
  world: World,
  userId: string,
  { id, text, seen }: { id: number; text: string; seen: Date | null },
): Promise<{ ok: true } | Refused> {
  const now = world.now()
  return world.db.transaction(async (db): Promise<{ ok: true } | Refused> => {
    const author = await writer(db, userId, now)
    if (!author.ok) return author
    const own = await ownComment(db, author.id, id)
    if (!own) return { ok: false, code: "gone" }
    if (own.hidden) return { ok: false, code: "taken_down" }
    if (own.editedAt?.getTime() !== seen?.getTime()) return { ok: false, code: "changed" }
    const body = await readText(db, author.id, text, now)
    if (typeof body !== "string") return body
    if (body === own.body) return { ok: true }
    await db.sql`update private.comments set body = ${body}, edited_at = ${now} where id = ${id}`
    await announceToViewers(world, db, talkOf(own))
    return { ok: true }
  })
}

/** Deletes the caller's own comment for good, even if the caller is muted. Succeeds when it does not exist. */
export async function deleteComment(world: World, userId: string, id: number): Promise<{ ok: true }> {
  return world.db.transaction(async (db) => {
    const [gone] = await db.sql<Subject>`
      delete from private.comments c using athletes a
      where c.id = ${id} and a.id = c.author_id and a.user_id = ${userId}
      returning c.athlete_id::float8 as "athleteId", c.event, c.local_on::text as "on"`
    if (gone) await announceToViewers(world, db, talkOf(gone))
    return { ok: true }
  })
}

/** The owner of a day hides a comment from everybody but its writer, who is not told, or shows it again. Errors: `not_shown`. */
export async function setCommentAside(
  world: World,
  userId: string,
  { id, aside }: { id: number; aside: boolean },
): Promise<{ ok: true } | Refused<"not_shown">> {
  return world.db.transaction(async (db): Promise<{ ok: true } | Refused<"not_shown">> => {
    const [changed] = await db.sql<Subject>`
      update private.comments c set set_aside_at = ${aside ? world.now() : null} from athletes a
      where c.id = ${id} and a.id = c.athlete_id and a.user_id = ${userId}
      returning c.athlete_id::float8 as "athleteId", c.event, c.local_on::text as "on"`
    if (!changed) return { ok: false, code: "not_shown" }
    await announceToViewers(world, db, talkOf(changed))
    return { ok: true }
  })
}

/** Why an account cannot write or change comments now, wherever; null when it can. */
export async function whyNoComment(db: Db, userId: string, now: Date): Promise<CommentRefusal | null> {
  const author = await writer(db, userId, now)
  return author.ok ? null : author.code
}

type Subject = Parameters<typeof talkOf>[0]

/** Serializes what one member writes, so that the limits hold for requests that arrive together. */
async function lockWriter({ sql }: Db, userId: string): Promise<void> {
  await sql`select from athletes where user_id = ${userId} for no key update`
}

/** The account's athlete, if it may write and change comments. */
async function writer(db: Db, userId: string, now: Date): Promise<{ ok: true; id: number } | Refused> {
  const [row] = await db.sql<{ id: number; birthYear: number | null }>`
    select id::float8 as id, birth_year as "birthYear" from athletes where user_id = ${userId}`
  const refusal = await whyNot(db, row?.id ?? null, now)
  if (refusal || !row) return { ok: false, code: refusal ?? "not_joined" }
  if (row.birthYear !== null && now.getUTCFullYear() - row.birthYear < commentRule.leastAge)
    return { ok: false, code: "too_young" }
  return (await hasComments(db, now)) ? { ok: true, id: row.id } : { ok: false, code: "off" }
}

async function ownComment({ sql }: Db, author: number, id: number) {
  const [row] = await sql<Subject & { body: string; hidden: boolean; editedAt: Date | null }>`
    select athlete_id::float8 as "athleteId", event, local_on::text as "on", body, hidden, edited_at as "editedAt"
    from private.comments where id = ${id} and author_id = ${author} for update`
  return row
}

/** The text as it is stored, or why it is not. */
async function readText(db: Db, author: number, text: string, now: Date): Promise<string | Refused> {
  const body = normalizeText(text)
  if (body === "") return { ok: false, code: "empty" }
  if ([...body].length > commentRule.longest) return { ok: false, code: "too_long" }
  return hasLink(body) && !(await mayLink(db, author, now)) ? { ok: false, code: "link" } : body
}

async function mayLink({ sql }: Db, author: number, now: Date): Promise<boolean> {
  const { days, cheers, givers } = commentRule.links
  const [row] = await sql<{ may: boolean }>`
    select a.joined_at <= ${now}::timestamptz - make_interval(days => ${days}) and c.cheers >= ${cheers} and c.givers >= ${givers}
      as may
    from athletes a
    cross join lateral (
      select count(*) as cheers, count(distinct giver_id) as givers
      from private.cheers where receiver_id = a.id and taken_back_at is null
    ) c
    where a.id = ${author}`
  return row?.may === true
}

async function isTooMany({ sql }: Db, author: number, now: Date): Promise<boolean> {
  const [written] = await sql<{ minute: number; day: number }>`
    select count(*) filter (where at > ${now}::timestamptz - interval '1 minute')::integer as minute, count(*)::integer as day
    from private.comments where author_id = ${author} and at > ${now}::timestamptz - interval '1 day'`
  return written !== undefined && (written.minute >= commentRule.aMinute || written.day >= commentRule.aDay)
}
