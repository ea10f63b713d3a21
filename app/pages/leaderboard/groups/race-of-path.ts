import { data } from "react-router"
import { boards, type Series, series } from "#content/competitions.ts"

interface RaceOfPath {
  series: Series
  /** The slug of the board of its running season. */
  board: string
}

/** The race that an address below /leaderboard names: "/leaderboard/two-weeks/of/women". Throws the page for an unknown one. */
export function raceOfPath(url: string): RaceOfPath {
  const [, , page] = new URL(url).pathname.split("/")
  const race = series.find((one) => one.page === page)
  const board = boards.find(({ window }) => "series" in window && window.series === race?.slug)
  if (!race || !board) throw data("There is no such race", { status: 404 })
  return { series: race, board: board.slug }
}
