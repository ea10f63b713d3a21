import { type BoardContent, boards } from "./competitions.ts"

/** Whether a season is running at an instant: from its opening until just before its closing. All instants share one type. */
export function isRunning<Instant extends Date | string | number>(
  season: { opensAt: Instant; closesAt: Instant },
  at: Instant,
): boolean {
  return season.opensAt <= at && at < season.closesAt
}

/**
 * The entry of `boards` that shows a stored board: a rolling board has its own slug, the board of a season
 * ("monthly-2026-11") that of its series, such as "this-month". Undefined for a board that the site does not show.
 */
export function entryOf(board: { slug: string; series: string | null }): BoardContent | undefined {
  return boards.find(({ slug, window }) =>
    "series" in window ? window.series === board.series : slug === board.slug,
  )
}
