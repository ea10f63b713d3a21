import { eventBySlug } from "#domain/events/occurrence.ts"
import { heldOn } from "#domain/events/upcoming-days.ts"
import { athleteIdOf } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import { seenDay } from "./seen-day.ts"

/** What comments stand under: an athlete's day, or a day of an event. `on`: "2026-11-20". */
export type CommentSubject = { athlete: string; on: string } | { event: string; on: string }

/** A subject that a member may see. Of an event, `athleteId` is null. */
export interface SeenSubject {
  athleteId: number | null
  event: string | null
  on: string
  /** The subject's name on streams (tell.ts). */
  talk: string
}

/**
 * The subject as this account sees it; undefined for one that does not exist or is not
 * shown to it, and for an account that has not joined.
 */
export async function seenSubject(
  { db, published }: Pick<World, "db" | "published">,
  userId: string,
  subject: CommentSubject,
): Promise<SeenSubject | undefined> {
  const { on } = subject
  if ((await athleteIdOf(db, userId)) === null) return undefined
  if ("event" in subject) {
    const event = eventBySlug(published.words, subject.event)
    if (!event || !(await heldOn(db, event, on))) return undefined
    return {
      athleteId: null,
      event: event.slug,
      on,
      talk: talkOf({ athleteId: null, event: event.slug, on }),
    }
  }
  const day = await seenDay(db, userId, subject)
  if (!day?.hasDay) return undefined
  return { athleteId: day.id, event: null, on, talk: talkOf({ athleteId: day.id, event: null, on }) }
}

/** "athlete 12 2026-11-20" */
export function talkOf({ athleteId, event, on }: Omit<SeenSubject, "talk">): string {
  return athleteId === null ? `event ${event} ${on}` : `athlete ${athleteId} ${on}`
}
