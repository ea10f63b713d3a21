import { competition } from "#content/competitions.ts"
import { isRunning } from "#content/running.ts"
import type { Db } from "#ports/db.ts"

export interface SeasonRow {
  id: number
  series: string
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

/**
 * The state of a season: `closing` means that its grace period is over but it has not been closed yet; `closed`, that its results
 * are frozen and its winners are being checked; `settled`, that every undisputed place is awarded.
 */
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

/** When the undisputed places of a season are awarded: some days after it was or will be frozen. */
export function awardsFrom({ closedAt, graceEndsAt }: Pick<SeasonRow, "closedAt" | "graceEndsAt">): Date {
  return new Date((closedAt ?? graceEndsAt).getTime() + competition.winnersCheck.hours * 3_600_000)
}

/** When a season must be closed next, or (`awards`) its undisputed places be awarded; null when none is open. */
export async function nextEnding(db: Db): Promise<{ at: Date | null; awards: boolean }> {
  const endings = (await listSeasons(db))
    .filter(({ settledAt }) => settledAt === null)
    .map((one) =>
      one.closedAt ? { at: awardsFrom(one), awards: true } : { at: one.graceEndsAt, awards: false },
    )
    .sort((a, b) => a.at.getTime() - b.at.getTime())
  return endings[0] ?? { at: null, awards: false }
}

/** When the job that closes seasons and awards their prizes has something to do next. */
export async function nextClosing(db: Db): Promise<Date | null> {
  return (await nextEnding(db)).at
}
