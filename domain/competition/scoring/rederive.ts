import type { Db } from "#ports/db.ts"
import { type DerivedDay, deriveDay, type SeasonBoard } from "./day.ts"
import { type ActivityRow, fromRow, toDayRow } from "./rows.ts"

/**
 * Recomputes the rows of some calendar days after a season's border was placed on them or moved away. Verdicts stay the same. The caller
 * holds the boards lock.
 */
export async function rederive(db: Db, ranges: readonly { from: string; to: string }[]): Promise<void> {
  const seasons = await seasonBoards(db)
  for (const { from, to } of ranges) {
    const rows = await db.sql<{ row: ActivityRow; athlete_id: number; wasSplit: boolean }>`
      select to_jsonb(a) as row, a.athlete_id::float8 as athlete_id, d.exceptions is not null as "wasSplit"
      from athlete_days d
      join activities a
        on a.athlete_id = d.athlete_id and a.local_on = d.local_on and a.status = 'counted'
        -- What an index knows of it.
        and a.started_at >= d.local_on - 2 and a.started_at < d.local_on + 3
      where d.local_on between ${from} and ${to}
    `
    const groups = Map.groupBy(rows, ({ row, athlete_id }) => `${athlete_id} ${row.local_on}`)
    const days = [...groups.values()].flatMap((group) => {
      const [{ athlete_id, row, wasSplit }] = group as [(typeof group)[number]]
      const counted = group.map((one) => fromRow(one.row, null))
      const day = deriveDay(row.local_on, counted, seasons) as DerivedDay
      return day.exceptions || wasSplit ? [{ athlete_id, ...toDayRow(day) }] : []
    })
    await db.sql`
      update athlete_days d set exceptions = r.exceptions
      from jsonb_populate_recordset(null::athlete_days, ${db.sql.json(days)}) r
      where d.athlete_id = r.athlete_id and d.local_on = r.local_on and d.exceptions is distinct from r.exceptions
    `
  }
}

/** The boards of all seasons, whose borders may split a day. */
export async function seasonBoards(db: Db): Promise<SeasonBoard[]> {
  const rows = await db.sql<{ id: number; from: string; to: string; opens_at: Date; closes_at: Date }>`
    select b.id, b.from_on::text as from, b.to_on::text as to, s.opens_at, s.closes_at
    from boards b join seasons s on s.id = b.season_id
  `
  return rows.map(({ id, from, to, opens_at, closes_at }) => ({
    id,
    from,
    to,
    opensAt: opens_at,
    closesAt: closes_at,
  }))
}
