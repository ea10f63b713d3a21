import { type CommentRefusal, commentRefusals } from "#content/comments.ts"
import { comment, deleteComment, editComment, setCommentAside } from "#domain/community/comment.ts"
import type { CommentSubject } from "#domain/community/comment-subject.ts"
import { closeDay } from "#domain/community/comment-switches.ts"
import type { World } from "#domain/world.ts"
import type { Refused, Typed } from "../account/member-action.ts"

/** Saves a form of talk.tsx; undefined for a form of something else. */
export async function saveTalk(
  world: World,
  userId: string,
  about: CommentSubject,
  typed: Typed,
): Promise<Refused | null | undefined> {
  const { form, text = "" } = typed
  const id = /^\d{1,15}$/.test(typed.comment ?? "") ? Number(typed.comment) : 0
  switch (form) {
    case "comment":
      return refusalOf(await comment(world, userId, { ...about, text }))
    case `edit-${id}`: {
      const seen = typed.seen ? new Date(typed.seen) : null
      return refusalOf(await editComment(world, userId, { id, text, seen }))
    }
    case "delete":
      return refusalOf(await deleteComment(world, userId, id))
    case "aside":
      return refusalOf(await setCommentAside(world, userId, { id, aside: typed.do === "hide" }))
    case "day":
      return refusalOf(await closeDay(world, userId, { on: about.on, closed: typed.do === "close" }))
    default:
      return undefined
  }
}

function refusalOf(done: { ok: true } | { ok: false; code: CommentRefusal }): Refused | null {
  return done.ok ? null : { status: 409, code: done.code, problem: commentRefusals[done.code] }
}
