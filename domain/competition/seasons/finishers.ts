import type { World } from "#domain/world.ts"

/** An athlete who trained on enough days of a closed season, as any visitor may see them. */
export interface Finishers {
  /** Active days that were enough, as set when the season opened. */
  days: number
  /** All of them, also those without a name. */
  athletes: number
  /** In the order of their names, because a finisher has no place. At most `mostNamed`. */
  named: { name: string; athlete: string; activeDays: number; sample: boolean }[]
}

/** As many names as a page lists. */
const mostNamed = 500

/**
 * The finishers of a closed season; null where the season has no such list, or nobody finished. Athletes whose name or active
 * days are hidden from visitors are counted and not named; those who were disqualified are left out.
 */
export async function finishers(world: World, season: string): Promise<Finishers | null> {
  const rows = await world.db.sql<{
    days: number
    athletes: number
    name: string | null
    athlete: string | null
    activeDays: number | null
    sample: boolean
  }>`
    select s.finish_days::integer as days, t.name, t.athlete, t.active_days::integer as "activeDays", t.sample,
      (count(*) over ())::integer as athletes
    from seasons s
    cross join lateral private.final_table(s.id, 0, null) t
    join season_results r on r.season_id = s.id and r.line = t.line and r.active_days >= s.finish_days
    where s.slug = ${season} and s.closed_at is not null
    order by (t.name is null or t.active_days is null), lower(t.name), t.athlete
    limit ${mostNamed}
  `
  const [first] = rows
  if (!first) return null
  const named = rows.flatMap(({ name, athlete, activeDays, sample }) =>
    name !== null && athlete !== null && activeDays !== null ? [{ name, athlete, activeDays, sample }] : [],
  )
  return { days: first.days, athletes: first.athletes, named }
}
