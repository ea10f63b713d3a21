import { data } from "react-router"
import type { Boards } from "#domain/competition/boards/board.ts"

interface RaceOfPage {
  /** The slug of the board of its running season. */
  slug: string
  race: { page: string /** "two-week race" */; name: string }
}

/** The race of an address, /leaderboard/<page>. Throws the page for an unknown one. */
export function raceOfPage(boards: Boards, page: string): RaceOfPage {
  const race = boards.series().find((one) => one.page === page)
  if (!race) throw data("There is no such race", { status: 404 })
  return { slug: race.board, race: { page, name: race.name.toLowerCase() } }
}
