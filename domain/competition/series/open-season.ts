import { competition, type Series } from "#content/competitions.ts"
import type { Db } from "#ports/db.ts"
import { addDays, type Day } from "#primitives/zones.ts"
import { rebuildBoard } from "../boards/rebuild.ts"
import type { Period } from "../calendar/period.ts"
import { rulesetOn } from "../scoring/day.ts"
import { rederive } from "../scoring/rederive.ts"

/**
 * Opens a season with its board; days that are already recorded count from the opening. Returns the number of seasons opened.
 * @param today the day on the competition's calendar
 */
export async function openSeason(
  db: Db,
  { slug, finishDays }: Series,
  season: Period,
  today: Day,
): Promise<number> {
  const [known] = await db.sql`select from seasons where slug = ${season.slug}`
  if (known) return 0
  return db.transaction(async (inner) => {
    await inner.sql`select private.lock_boards()`
    const [opened] = await inner.sql<{ id: number }>`
      insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset, finish_days)
      values (
        ${slug}, ${season.slug}, ${season.from}, ${season.to}, ${season.opensAt}, ${season.closesAt},
        ${new Date(season.closesAt.getTime() + competition.graceHours * 3_600_000)}, ${rulesetOn(season.from).version},
        ${finishDays}
      )
      on conflict do nothing
      returning id
    `
    if (!opened) return 0
    const [board] = (await inner.sql`
      insert into boards (slug, from_on, to_on, season_id, ranks_on)
      values (${season.slug}, ${season.from}, ${season.to}, ${opened.id}, ${today})
      returning id
    `) as [{ id: number }]
    await rebuildBoard(inner, board.id)
    await rederiveEdges(inner, season)
    return 1
  })
}

/**
 * Scores the days anew that the boundaries of a season may split. If the rules change during the season, it still scores every
 * day by the rules of its start.
 */
export async function rederiveEdges(db: Db, { from, to }: Pick<Period, "from" | "to">): Promise<void> {
  const [first, last] = [addDays(from, -1), addDays(to, 1)]
  const isMixed = rulesetOn(from) !== rulesetOn(to)
  await rederive(
    db,
    isMixed
      ? [{ from: first, to: last }]
      : [
          { from: first, to: addDays(from, 1) },
          { from: addDays(to, -1), to: last },
        ],
  )
}
