import { type BoardContent, boards } from "./competitions.ts"

/** Whether a season runs at an instant: from its opening on, its closing no more. Instants of one kind, all of them. */
export function isRunning<Instant extends Date | string | number>(
  season: { opensAt: Instant; closesAt: Instant },
  at: Instant,
): boolean {
  return season.opensAt <= at && at < season.closesAt
}

/**
 * The entry of `boards` under which a stored board is shown: a rolling board by its own slug, the board of a season
 * ("monthly-2026-11") by its series, as "this-month". Undefined for a board that the site does not show.
 */
export function entryOf(board: { slug: string; series: string | null }): BoardContent | undefined {
  return boards.find(({ slug, window }) =>
    "series" in window ? window.series === board.series : slug === board.slug,
  )
}
