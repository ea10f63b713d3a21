import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { daysBetween } from "#primitives/days.ts"
import { rebuildBoard } from "./rebuild.ts"

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
  /** The last athlete whose points for the day before the window were removed; null while the window is not moving. */
  slidTo: string | null
}

/** Athletes in the first step, whose duration is not known yet. */
const firstStep = 200

/**
 * Advances a rolling window day by day to `from`: the athletes who trained on the day that leaves it lose that day's
 * points, in steps, each a separate transaction (private.move_window), between which uploads continue. Every step
 * records its progress, so that another process, or the next run after a kill, continues there. Returns 0 when there
 * was nothing to do.
 */
export async function slideWindow(world: World, board: RollingBoard, today: string): Promise<number> {
  for (let step = firstStep, moved = 0; ; moved = 1) {
    const window = await windowOf(world.db, board.slug)
    if (!window || (window.slidTo === null && isFarFrom(window, board))) {
      await build(world.db, board, today)
      return 1
    }
    if (window.slidTo === null && window.from === board.from) return moved
    const [on] = (await world.db.sql`
      call private.move_window_on(${window.id}::smallint, ${board.from}::text::date, ${step}::integer)
    `) as [{ step: number }]
    step = on.step
  }
}

async function windowOf(db: Db, slug: string): Promise<Window | undefined> {
  const [window] = await db.sql<Window>`
    select id, days, from_on::text as from, slid_to::text as "slidTo" from boards where slug = ${slug}
  `
  return window
}

/** A different length, an earlier day, or no day in common: all rows are rebuilt. */
function isFarFrom(window: Window, { days, from }: RollingBoard): boolean {
  const by = daysBetween(window.from, from)
  return window.days !== days || by < 0 || by >= days
}

async function build(db: Db, { slug, days, from }: RollingBoard, today: string): Promise<void> {
  await db.transaction(async (inner) => {
    await inner.sql`select private.lock_boards()`
    // None if another process was faster.
    const made = await inner.sql<{ id: number }>`
      insert into boards as b (slug, from_on, days, ranks_on) values (${slug}, ${from}, ${days}, ${today})
      on conflict (slug) do update set from_on = excluded.from_on, days = excluded.days
        where b.slid_to is null and (b.from_on <> excluded.from_on or b.days <> excluded.days)
      returning id
    `
    for (const { id } of made) await rebuildBoard(inner, id)
  })
}
