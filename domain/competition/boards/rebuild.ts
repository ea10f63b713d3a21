import type { Db, Sql } from "#ports/db.ts"

/** Rebuilds all rows of one board from the recorded days. The caller holds the boards lock. */
export async function rebuildBoard(db: Db, boardId: number): Promise<void> {
  await db.sql`delete from standings where board_id = ${boardId}`
  await db.sql`
    insert into standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
    select athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key
    from private.derived_standings
    where board_id = ${boardId}
  `
  await recordRebuild(db, boardId)
}

/** Notifies the processes that keep counts in memory to reload this board. */
export async function recordRebuild(db: Db, boardId: number): Promise<void> {
  await db.sql`
    insert into private.standing_changes (moves) values (private.packed_move(${boardId}::smallint, 0, null, null))
  `
}

/** Notifies the processes that rows are displayed differently, or windows have moved, although no place has changed. */
export async function recordShown({ sql }: { sql: Sql }): Promise<void> {
  await sql`insert into private.standing_changes (moves) values ('')`
}
