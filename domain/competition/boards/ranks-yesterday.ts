import type { Db } from "#domain/world.ts"
import { recordShown } from "./rebuild.ts"

/**
 * Saves the ranks of every open board as they stand at the beginning of the day, once a day. Reads one snapshot and locks no
 * board, so nothing waits for it. Returns how many boards were saved.
 */
export async function saveRanks(db: Db, today: string): Promise<number> {
  const due = await db.sql<{ id: number }>`
    select id from boards where closed_at is null and (ranks_on is null or ranks_on < ${today})
  `
  for (const { id } of due) await saveRanksOf(db, id, today)
  return due.length
}

async function saveRanksOf(db: Db, boardId: number, today: string): Promise<void> {
  await db.transaction(async ({ sql }) => {
    // Other processes wait for this row, and then find that it is done.
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
      insert into private.ranks_yesterday (board_id, block, ranks)
      select
        ${boardId}, block,
        -- Every id of the block, also those between that are not on the board.
        (
          select array_agg(placed.rank order by slot)
          from generate_series(0, 127) slot
          left join unnest(ids, ranks) placed (id, rank) on placed.id % 128 = slot
        )
      from (
        select athlete_id / 128 as block, array_agg(athlete_id) as ids, array_agg(rank) as ranks
        from (
          select athlete_id, rank() over (order by place_key desc)::integer as rank
          from standings
          where board_id = ${boardId}
        ) ranked
        group by 1
      ) blocks
    `
    await recordShown({ sql })
  })
}
