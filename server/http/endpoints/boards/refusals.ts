import { rollingBoards } from "#content/competitions.ts"
import { readSeries } from "#domain/competition/calendar/series.ts"
import { overSeason } from "#domain/competition/seasons/between.ts"
import type { World } from "#domain/world.ts"
import type { Refusal } from "../../errors.ts"

/**
 * 404 for a board that is not open: it does not exist, or its season was closed. For a closed season, with links to its
 * results and the next season.
 */
export async function unknownBoard(world: World, slug: string): Promise<Refusal> {
  const over = await overSeason(world, slug)
  if (over) {
    const { season, closedAt, next } = over
    return {
      status: 404,
      code: "season_closed",
      title: "This season is closed",
      message: `The season ${season} is closed; its results are at /leaderboard/seasons/${season}.${next ? ` ${next.season} ${next.opensAt <= world.now() ? "is running" : `opens at ${next.opensAt.toISOString()}`}.` : ""}`,
      more: { season, closedAt, results: `/boards/seasons/${season}.json`, next },
    }
  }
  const running = (await readSeries(world.db)).map(({ board }) => board)
  const names = [...running, ...rollingBoards.map((board) => board.slug)].join(", ")
  return {
    status: 404,
    code: "unknown_board",
    title: "No such board",
    message: `There is no board "${slug.slice(0, 60)}". The running ones are ${names}; a season's board has the season's name.`,
  }
}

/** 400 with a sentence that names the parameter. */
export function wrongParameter(message: string): Refusal {
  return { status: 400, code: "invalid_parameter", title: "Not understood", message }
}

/** 404 for the feed or card of a race that does not exist. */
export function unknownRace(page: string): Refusal {
  return {
    status: 404,
    code: "unknown_race",
    title: "No such race",
    message: `There is no race "${page.slice(0, 60)}".`,
  }
}
