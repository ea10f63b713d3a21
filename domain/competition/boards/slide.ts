import type { Db, World } from "#domain/world.ts"
import { addDays, daysBetween } from "#primitives/zones.ts"
import { rebuildBoard, recordShown } from "./rebuild.ts"

/** A rolling board, its length, and the first day that its window should have. */
interface RollingBoard {
  slug: string
  days: number
  from: string
}

interface Window {
  id: number
  days: number
  from: string
  slid_to: string | null
}

/** How long one slice may hold the lock on its window, in milliseconds; uploads wait as long. */
const sliceMs = 40
/** Also the least: below, a slice is mostly its flush, and more of them hold uploads up longer. */
const firstSlice = 200

/**
 * Advances a rolling window day by day to `from`: the athletes who trained on the day that leaves it lose what that day was
 * worth, in slices of their own transactions, between which uploads go on. Every slice writes how far it came, so that
 * another process, or the next run after a kill, continues there. Returns 0 when there was nothing to do.
 */
export async function slideWindow(world: World, board: RollingBoard, today: string): Promise<number> {
  for (let slice = firstSlice, moved = 0; ; moved = 1) {
    const window = await windowOf(world.db, board.slug)
    if (!window || (window.slid_to === null && isFarFrom(window, board))) {
      await build(world.db, board, today)
      return 1
    }
    if (window.slid_to === null && window.from === board.from) return moved
    // Waiting for uploads that hold the lock tells nothing about the slice: counted in, it shrank slices to the least.
    let lockedAt = 0
    const isSlice = await world.db.transaction(async (db) => {
      // A slice is read by its keys, however many rows the table has: else the planner would read all of it for each slice.
      await db.sql`select set_config('enable_seqscan', 'off', true), private.lock_window(${window.id}::smallint)`
      lockedAt = performance.now()
      const now = await windowOf(db, board.slug)
      if (!now) return false
      // Another process may have come farther since.
      if (now.slid_to !== null) await moveSlice(db, now, slice)
      else if (now.from < board.from) await begin(db, now)
      return now.slid_to !== null
    })
    // How long the beginning of a window took tells nothing about its athletes.
    if (!isSlice) continue
    const heldMs = performance.now() - lockedAt
    slice = Math.round(Math.min(5000, Math.max(firstSlice, slice * Math.min(2, sliceMs / heldMs))))
  }
}

async function windowOf(db: Db, slug: string): Promise<Window | undefined> {
  const [window] = await db.sql<Window>`
    select id, days, from_on::text as from, slid_to::text as slid_to from boards where slug = ${slug}
  `
  return window
}

/** Another length, an earlier day, or no day in common: then all rows are made anew. */
function isFarFrom(window: Window, { days, from }: RollingBoard): boolean {
  const by = daysBetween(window.from, from)
  return window.days !== days || by < 0 || by >= days
}

async function build(db: Db, { slug, days, from }: RollingBoard, today: string): Promise<void> {
  await db.transaction(async (inner) => {
    await inner.sql`select private.lock_boards()`
    const [board] = await inner.sql<{ id: number }>`
      insert into boards as b (slug, from_on, days, ranks_on) values (${slug}, ${from}, ${days}, ${today})
      on conflict (slug) do update set from_on = excluded.from_on, days = excluded.days
        where b.slid_to is null and (b.from_on <> excluded.from_on or b.days <> excluded.days)
      returning id
    `
    if (board) await rebuildBoard(inner, board.id)
  })
}

async function begin(db: Db, { id, from }: Window): Promise<void> {
  await db.sql`update boards set from_on = ${addDays(from, 1)}, slid_to = 0 where id = ${id}`
  await recordShown(db)
}

/** Takes the day before the window from the next athletes who have points on it. */
async function moveSlice(db: Db, { id, from, slid_to }: Window, athletes: number): Promise<void> {
  const leaving = addDays(from, -1)
  const [slice] = (await db.sql`
    with leaving as materialized (
      select athlete_id, points, active, restricted, reached_at
      from athlete_days
      where local_on = ${leaving} and athlete_id > ${slid_to}::text::bigint
      order by athlete_id
      limit ${athletes}
    ),
    sums as materialized (
      select
        s.ctid as place_of_row, s.athlete_id, s.place_key as old_key, s.points - l.points as points,
        s.active_days - l.active::integer as active_days, s.restricted_days - l.restricted::integer as restricted_days,
        -- The total was nearly always reached on a later day; only otherwise the other days are asked.
        case when s.reached_at > l.reached_at then s.reached_at else (
          select max(d.reached_at) from athlete_days d where d.athlete_id = s.athlete_id and d.local_on >= ${from}
        ) end as reached_at
      from leaving l
      join standings s on s.athlete_id = l.athlete_id and s.board_id = ${id}
      where l.points > 0
    ),
    moved as materialized (
      select *, case when points > 0 then private.place_key(points, active_days, reached_at) end as new_key from sums
    ),
    gone as (
      delete from standings s using moved m where s.ctid = m.place_of_row and m.new_key is null
    ),
    kept as (
      update standings s set
        points = m.points, active_days = m.active_days, restricted_days = m.restricted_days, reached_at = m.reached_at,
        place_key = m.new_key
      from moved m
      -- By where the row lies: it was found by its key above, and nobody else writes it while the window is locked.
      where s.ctid = m.place_of_row and m.new_key is not null
    ),
    told as (
      insert into private.standing_changes (athlete_id, changes)
      select null, jsonb_agg(jsonb_build_array(${id}::integer, old_key, new_key, athlete_id)) from moved
      having count(*) > 0
    )
    select count(*)::integer as moved, max(athlete_id)::text as last from leaving
  `) as [{ moved: number; last: string | null }]
  const isLast = slice.moved < athletes
  await db.sql`update boards set slid_to = ${isLast ? null : slice.last}::text::bigint where id = ${id}`
  if (isLast) await recordShown(db)
}
