import { type CommentRefusal, commentRule } from "#content/comments.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { whyNoComment } from "./comment.ts"
import { type CommentSubject, type SeenSubject, seenSubject } from "./comment-subject.ts"
import { hasComments, takesComments } from "./comment-switches.ts"
import { shownComments } from "./shown-comments.ts"

/** A comment as this member may read it. */
interface ShownComment {
  id: number
  /** The writer's slug. */
  athlete: string
  name: string
  photo: string | null
  figure: string
  text: string
  at: Date
  editedAt: Date | null
  mine: boolean
  /** Only its writer sees it: a moderator has hidden it. */
  hidden: boolean
  /** Only its writer and the owner of the day see it; to the writer this is false. */
  aside: boolean
}

/** What a member sees under a day or an event, and may do there. */
export interface Talk {
  /** Why the member cannot write here now; null when they can. */
  because: CommentRefusal | null
  /** Whether it is the member's own day. */
  own: boolean
  /** Whether new comments can be written on it; for the viewer's own days alone. */
  open: boolean
  /** Oldest first; the latest ones before `before`. */
  comments: ShownComment[]
  /** The id before which there are earlier ones; null without any. */
  earlier: number | null
}

/**
 * The comments under a day or an event, for one member. Undefined when they may not see it, and while the site has no
 * comments.
 */
export async function commentsOn(
  world: Pick<World, "db" | "now" | "published">,
  userId: string,
  about: CommentSubject,
  { before = null }: { before?: number | null } = {},
): Promise<Talk | undefined> {
  const { db } = world
  const now = world.now()
  if (!(await hasComments(db, now))) return undefined
  const subject = await seenSubject(world, userId, about)
  if (!subject) return undefined
  const { athleteId, on } = subject
  const rows = await commentsOf(db, userId, subject, before)
  const comments = rows.slice(0, commentRule.shown).reverse()
  const open = athleteId === null || (await takesComments(db, { athleteId, on }))
  const [own] = await db.sql`select from athletes where id = ${athleteId} and user_id = ${userId}`
  return {
    because: (await whyNoComment(db, userId, now)) ?? (open ? null : "closed"),
    own: own !== undefined,
    open,
    comments,
    earlier: rows.length > commentRule.shown ? (comments[0]?.id ?? null) : null,
  }
}

/** The latest first, and one more than a page shows. */
function commentsOf(db: Db, userId: string, { athleteId, event, on }: SeenSubject, before: number | null) {
  return db.sql<ShownComment>`
    select c.id::float8 as id, c.athlete, c.name, c.photo,
      private.figure(c.sport, c.look, c.restricted_data = 'none') as figure, c.body as text, c.at,
      c.edited_at as "editedAt", c.mine, c.hidden, not c.mine and c.set_aside_at is not null as aside
    from ${shownComments(db, userId)} c
    where ${athleteId === null ? db.sql`c.event = ${event}` : db.sql`c.athlete_id = ${athleteId}`} and c.local_on = ${on}
      and (${before}::bigint is null or c.id < ${before}::bigint)
    order by c.id desc limit ${commentRule.shown + 1}`
}

/** What others have written on the member's days, the latest first, as they read it. */
export async function commentsReceived(
  { db, now }: Pick<World, "db" | "now">,
  userId: string,
  { most }: { most: number },
): Promise<{ id: number; athlete: string; on: string; name: string; text: string; own: string }[]> {
  if (!(await hasComments(db, now()))) return []
  return db.sql`
    select c.id::float8 as id, c.athlete, c.local_on::text as on, c.name, c.body as text, me.slug as own
    from athletes me join ${shownComments(db, userId)} c on c.athlete_id = me.id
    where me.user_id = ${userId} and not c.mine and c.set_aside_at is null
    order by c.id desc limit ${most}`
}
