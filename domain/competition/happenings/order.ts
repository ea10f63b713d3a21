import { happeningsRule } from "#content/happenings-rule.ts"
import type { Db } from "#ports/db.ts"
import { movesIn } from "../boards/moves.ts"
import type { Fact } from "./fact.ts"

/** Somebody who moved up on the board of a season that is not closed, between two reads. */
interface Climb {
  board: number
  athlete: number
  before: number
  after: number
}

/**
 * Who was passed by whom, and who took the lead, from changes of standings in the order in which they were made. Somebody who joins
 * a board passes everybody below. Whoever falls behind by points of their own that went was passed by nobody.
 * @param at the day of a fact is that of the athlete's zone at this moment
 */
export async function factsOfOrder({ sql }: Db, moves: Buffer, at: Date): Promise<Fact[]> {
  const net = netMoves(moves)
  if (net.length === 0) return []
  const rows = await sql<Omit<Fact, "data" | "on">>`
    with moved as materialized (
      select m.board, s.id as season, m.athlete, m.before, m.after
      from unnest(
        ${net.map(({ board }) => board)}::smallint[], ${net.map(({ athlete }) => athlete)}::bigint[],
        ${net.map(({ before }) => before)}::bigint[], ${net.map(({ after }) => after)}::bigint[]
      ) as m (board, athlete, before, after)
      join boards b on b.id = m.board and b.closed_at is null
      join seasons s on s.id = b.season_id
    ),
    overtaken as (
      select m.season, m.board, m.athlete as by, m.after, behind.athlete_id, behind.place_key
      from moved m
      cross join lateral (
        (
          select athlete_id, place_key from standings
          where board_id = m.board and place_key < m.after order by place_key desc limit 1
        )
        union
        select athlete_id, place_key
        from (
          select athlete_id, place_key from standings where board_id = m.board
          order by place_key desc limit ${happeningsRule.firstTold + 1}
        ) top
        where place_key < m.after
      ) behind
      left join moved own on own.board = m.board and own.athlete = behind.athlete_id
      -- Ahead or in the same place before, and behind now without having fallen below the place that the other came from.
      where m.after > m.before and behind.athlete_id <> m.athlete and behind.place_key >= m.before
        and coalesce(own.before, behind.place_key) >= greatest(m.before, 1)
    )
    select 'passed' as kind, o.athlete_id::float8 as athlete, o.by::float8 as other, o.season
    from overtaken o
    union all
    select 'lead', o.by::float8, max(o.athlete_id)::float8, o.season
    from overtaken o
    where not exists (
        select from standings s where s.board_id = o.board and s.place_key > o.after and s.athlete_id <> o.by
      )
      and o.place_key = (select max(same.place_key) from overtaken same where same.board = o.board and same.by = o.by)
    group by o.by, o.season`
  return datedFacts(sql, rows, at)
}

/** Each athlete's first and last place on each board; rebuilt boards are left out. */
function netMoves(moves: Buffer): Climb[] {
  const net = new Map<string, Climb>()
  for (const move of movesIn(moves)) {
    if (move.athlete === 0) continue
    const key = `${move.board} ${move.athlete}`
    net.set(key, { ...move, before: net.get(key)?.before ?? move.before })
  }
  return [...net.values()]
}

/** Sample athletes are told nothing. */
async function datedFacts(
  sql: Db["sql"],
  rows: readonly Omit<Fact, "data" | "on">[],
  at: Date,
): Promise<Fact[]> {
  const days = await sql<{ athlete: number; on: string }>`
    select id::float8 as athlete, (${at}::timestamptz at time zone time_zone)::date::text as on from athletes
    where id = any(${rows.map(({ athlete }) => athlete)}::bigint[]) and not demo`
  const dayOf = new Map(days.map(({ athlete, on }) => [athlete, on]))
  return rows.flatMap((row) => {
    const on = dayOf.get(row.athlete)
    return on === undefined ? [] : [{ ...row, on, data: {} }]
  })
}
