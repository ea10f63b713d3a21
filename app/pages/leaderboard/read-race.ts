import { data, redirect } from "react-router"
import { knownAthletes } from "#content/board-athletes.ts"
import { phaseOf } from "#content/running.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { linkedGroups } from "#domain/competition/boards/group-page.ts"
import { page as boardPage, search } from "#domain/competition/boards/standings.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { overSeason } from "#domain/competition/seasons/between.ts"
import { winning } from "#domain/competition/seasons/winning.ts"
import { hasDemoAthletes } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import { endedOf } from "../../winning/ended-of.ts"
import { viewOf } from "./view-of.ts"

/**
 * One race as any visitor sees it; for loaders. `?ended` shows the standings of its last season while late uploads still count.
 * @param page names the race; null for the current one
 */
export async function readRace(
  { to, open, url }: { to: World; open: Boards; url: string },
  page: string | null,
) {
  const query = new URL(url).searchParams
  const now = to.now()
  const [prizes, ended, demo] = await Promise.all([winning(to), endedOf(to), hasDemoAthletes(to.db)])
  const races = prizes.open.map((race) => ({
    ...race,
    phase: phaseOf({ opensAt: Date.parse(race.opensAt), closesAt: Date.parse(race.closesAt) }, now.getTime()),
  }))
  const race = page === null ? races[0] : races.find((one) => one.page === page)
  if (!race) throw data("There is no such race", { status: 404 })
  const over = ended.find((one) => one.page === race.page)
  const late = query.has("ended") ? over : undefined
  if (late && late.state !== "late") throw redirect(`/leaderboard/seasons/${late.season}`)
  const after = query.get("after")
  const name = (query.get("name") ?? "").trim().slice(0, 60)
  const slug = late?.season ?? race.board
  const [found, hits, groups] = await Promise.all([
    boardPage(to, open, { slug, viewer: null, limit: 50, after }),
    name ? search(to, open, { slug, viewer: null, name }) : null,
    linkedGroups(to, open, slug),
  ])
  if (!found.ok && found.code === "invalid_cursor") throw data("The board has no such page", { status: 404 })
  if (!found.ok) {
    // Between an early close and the next opening its board is not running, so show the results.
    const closed = await overSeason(to, slug)
    if (closed) throw redirect(`/leaderboard/seasons/${closed.season}`)
    throw data("The boards are not open yet", { status: 503 })
  }
  const view = viewOf(found.page)
  return {
    races,
    race,
    last: prizes.last.filter(({ series }) => series === race.series),
    ended: ended.filter(({ page }) => page === race.page),
    late: late !== undefined,
    slug,
    board: found.page.board,
    view: hits?.ok ? { ...view, rows: hits.rows } : view,
    next: found.page.next,
    groups,
    further: after !== null,
    searched: name,
    today: competitionDay(now),
    demo,
    known: knownAthletes(to.published.words.list("athletes"), { samples: demo }),
  }
}

export type RaceLoaded = Awaited<ReturnType<typeof readRace>>
