import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** Reaches the open pages of single members, in every process. */
export const memberTopic = "member"
/** Reaches the open pages on which comments are read. */
export const talkTopic = "talk"

/**
 * `cheers`: the member was cheered. `comments`: somebody wrote under a day of the member. `apart`: a block began or ended,
 * so the pages load again what they show of others.
 */
type MemberNews = "cheers" | "comments" | "apart"

/** Tells the open pages of these athletes when the transaction of `db` commits. Nothing is stored. */
export async function tellMembers(
  { live }: Pick<World, "live">,
  db: Db,
  { athletes, news }: { athletes: readonly number[]; news: MemberNews },
): Promise<void> {
  await live.publish(db, memberTopic, JSON.stringify({ athletes, news }))
}

/** Tells whoever looks at comments that they have changed, not how. @param talk see comment-subject.ts */
export async function announceToViewers({ live }: Pick<World, "live">, db: Db, talk: string): Promise<void> {
  await live.publish(db, talkTopic, JSON.stringify({ talk }))
}
