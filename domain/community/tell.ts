import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** Reaches the open pages of single members, in every process. */
export const memberTopic = "member"

/**
 * `cheers`: the member was cheered. `apart`: a block began or ended, so the pages load again what they show of others.
 */
type MemberNews = "cheers" | "apart"

/** Tells the open pages of these athletes when the transaction of `db` commits. Nothing is stored. */
export async function tellMembers(
  { live }: Pick<World, "live">,
  db: Db,
  { athletes, news }: { athletes: readonly number[]; news: MemberNews },
): Promise<void> {
  await live.publish(db, memberTopic, JSON.stringify({ athletes, news }))
}
