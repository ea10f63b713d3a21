import type { Db } from "#ports/db.ts"
import { recordShown } from "./rebuild.ts"

/** Boards that are saved at the same time. */
const lanes = 2

/**
 * Saves the ranks of every open board as of the beginning of the day, once a day. Reads one snapshot and locks no
 * board, so nothing waits for it. Returns how many boards were saved.
 */
export async function saveRanks(db: Db, today: string): Promise<number> {
  const due = await db.sql<{ id: number }>`
    select id from boards where closed_at is null and (ranks_on is null or ranks_on < ${today})
  `
  const left = due.map(({ id }) => id)
  const saveNext = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await saveRanksOf(db, id, today)
  }
  await Promise.all(Array.from({ length: lanes }, saveNext))
  return due.length
}

async function saveRanksOf(db: Db, boardId: number, today: string): Promise<void> {
  await db.transaction(async ({ sql }) => {
    // Other processes wait for this row, then see that the work is done.
    const [claimed] = await sql`
      update boards set ranks_on = ${today}
      where id = ${boardId} and (ranks_on is null or ranks_on < ${today})
      returning id
    `
    if (!claimed) return
    // Enough for a million ranks without a file on disk.
    await sql`set local work_mem = '128MB'`
    await sql`delete from private.ranks_yesterday where board_id = ${boardId}`
    await sql`
      insert into private.ranks_yesterday (board_id, block, slots, ranks)
      select ${boardId}, athlete_id / 128, array_agg((athlete_id % 128)::smallint), array_agg(rank)
      from (
        select athlete_id, rank() over (order by place_key desc)::integer as rank
        from standings
        where board_id = ${boardId}
      ) ranked
      group by 2
    `
    await recordShown({ sql })
  })
}
