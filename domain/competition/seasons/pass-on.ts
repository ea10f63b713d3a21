import type { World } from "#domain/world.ts"
import { undoFromDesk } from "./award.ts"
import { mailPassedForWinner, mailUnclaimed, type Withdrawn } from "./mails.ts"
import { listSeasons } from "./season.ts"
import { settle } from "./settle.ts"

/**
 * Passes on prizes that were not claimed in time or whose winner deleted the account, and awards open places that are no longer
 * doubtful. Run by a deadline; safe at any time and from several processes. Returns the number of seasons that were settled again.
 */
export async function passOn(world: World): Promise<number> {
  const seasons = await listSeasons(world.db)
  const rows = await world.db.sql<{ seasonId: number }>`
    select distinct season_id as "seasonId" from prizes
    where (status = 'awarded' and claim_until < ${world.now()})
      or (status in ('awarded', 'claimed') and athlete_id is null)
    union
    -- What was doubtful may have gone, and with it the doubt.
    select season_id from private.open_places
  `
  const due = seasons.filter(({ id }) => rows.some(({ seasonId }) => seasonId === id))
  for (const season of due) {
    await world.db.transaction(async (db) => {
      const inside = { ...world, db }
      await db.sql`select from seasons where id = ${season.id} for update`
      // Locked, because a winner may claim at this moment: a claim made by then keeps the prize.
      const lapsed = await db.sql<{ id: number }>`
        select id::float8 as id from prizes
        where season_id = ${season.id} and athlete_id is not null and status = 'awarded' and claim_until < ${world.now()}
        for update
      `
      for (const { id } of lapsed) {
        await undoFromDesk(inside, id, "unclaimed")
        await mailUnclaimed(inside, season, id)
      }
      await settle(inside, season)
    })
  }
  return due.length
}

/**
 * The winner declines the prize, and it passes to the next athlete. Not possible for a shipped prize.
 * Errors: `unknown_prize` (not theirs, or withdrawn), `already_shipped`.
 */
export async function decline(world: World, given: { userId: string; prizeId: number }): Promise<Declined> {
  return passOnDeclined(world, given)
}

/**
 * The same by an operator, for a winner who wrote; the winner is told, with the operator's words. Errors:
 * `unknown_prize`, `already_shipped`.
 */
export async function declineForWinner(
  world: World,
  { prizeId, text }: { prizeId: number; text: string },
): Promise<Declined> {
  return passOnDeclined(world, { userId: null, prizeId }, (inside, taken) =>
    mailPassedForWinner(inside, prizeId, { ...taken, text }),
  )
}

type Declined = { ok: true; refunded: boolean } | { ok: false; code: "unknown_prize" | "already_shipped" }

/** @param given.userId whose prize it must be; null: anybody's */
async function passOnDeclined(
  world: World,
  { userId, prizeId }: { userId: string | null; prizeId: number },
  tell: (inside: World, taken: Withdrawn) => Promise<void> = async () => {},
): Promise<Declined> {
  const seasons = await listSeasons(world.db)
  return world.db.transaction(async (db) => {
    const inside = { ...world, db }
    const [prize] = await db.sql<{ seasonId: number }>`
      select p.season_id as "seasonId"
      from prizes p join athletes a on a.id = p.athlete_id
      where p.id = ${prizeId} and (${userId}::uuid is null or a.user_id = ${userId}) and p.status <> 'withdrawn'
    `
    const season = seasons.find(({ id }) => id === prize?.seasonId)
    if (!season) return { ok: false, code: "unknown_prize" }
    // Seasons are always locked before prizes, so that concurrent changes cannot deadlock.
    await db.sql`select from seasons where id = ${season.id} for update`
    const taken = await undoFromDesk(inside, prizeId, "declined")
    if (!taken) return { ok: false, code: "already_shipped" }
    await tell(inside, taken)
    await settle(inside, season)
    return { ok: true, refunded: taken.refunded }
  })
}
