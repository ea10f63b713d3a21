import type { Series } from "#content/competitions.ts"
import { isRunning } from "#content/running.ts"
import type { Db } from "#domain/world.ts"

export interface SeasonRow {
  id: number
  series: Series["slug"]
  slug: string
  from: string
  to: string
  opensAt: Date
  closesAt: Date
  graceEndsAt: Date
  closedAt: Date | null
  settledAt: Date | null
}

type SeasonStatus = "upcoming" | "open" | "grace" | "closing" | "closed" | "settled"

/** The state of a season: `closing` means that its grace period is over but it has not been closed yet. */
export function statusOf(season: SeasonRow, now: Date): SeasonStatus {
  if (season.settledAt) return "settled"
  if (season.closedAt) return "closed"
  if (now < season.opensAt) return "upcoming"
  if (isRunning(season, now)) return "open"
  return now < season.graceEndsAt ? "grace" : "closing"
}

/** All seasons, newest first. */
export async function listSeasons(db: Db): Promise<SeasonRow[]> {
  return db.sql<SeasonRow>`
    select id, series, slug, from_on::text as from, to_on::text as to, opens_at as "opensAt", closes_at as "closesAt",
      grace_ends_at as "graceEndsAt", closed_at as "closedAt", settled_at as "settledAt"
    from seasons
    order by opens_at desc, series
  `
}

/** The next instant at which a season must be closed; null when none is open. */
export async function nextClosing(db: Db): Promise<Date | null> {
  const [row] = (await db.sql`select min(grace_ends_at) as at from seasons where settled_at is null`) as [
    { at: Date | null },
  ]
  return row.at
}
