import type { CommentSubject } from "#domain/community/comment-subject.ts"
import { commentsOn } from "#domain/community/comments-on.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"
import type { TalkShown } from "./talk-shown.ts"

/** The comments as talk.tsx shows them; null while the site has none. `?before=12`: the ones before that comment. */
export async function readTalk(
  world: World,
  userId: string,
  about: CommentSubject,
  request: Request,
): Promise<TalkShown | null> {
  const asked = new URL(request.url).searchParams.get("before") ?? ""
  const before = /^\d{1,15}$/.test(asked) ? Number(asked) : null
  const talk = await commentsOn(world, userId, about, { before })
  if (!talk) return null
  const comments = talk.comments.map(({ at, editedAt, ...one }) => ({
    ...one,
    at: momentInWords(at),
    version: editedAt?.toISOString() ?? "",
  }))
  return { ...talk, comments }
}
