/**
 * The parts of the database that a page can show to visitors. A change of one makes a new version of every page that
 * shows it (server/http/live-pages.ts).
 *
 * - boards: standings as boards show them, with names, and the days behind them
 * - members: names, and who may see them, where they are read from the database
 * - seasons: results, winners and prizes, with what a prize consists of
 * - events: the spots that are left
 * - newsletters: the archive of issues that were sent
 * - publishing: words that operators can change (content/words/kinds.ts)
 * - frame: those of them that stand on every page, which shows this part without naming it
 */
export const shownParts = [
  "boards",
  "members",
  "seasons",
  "events",
  "newsletters",
  "publishing",
  "frame",
] as const
export type ShownPart = (typeof shownParts)[number]

/** A page or answer that is the same for every visitor until something that it shows changes. */
export interface LivePage {
  shows: readonly ShownPart[]
  /** Names of the query parameters that it depends on; all others are ignored. */
  query?: readonly string[]
  /** It also depends on the time of day, such as the start of an event. Every page depends on the day and on the state of seasons. */
  everyMinute?: true
  /** It may be read from a replica of the database (DATABASE_READ_URL): no board, although it may show an athlete's place. */
  onReplica?: true
}
