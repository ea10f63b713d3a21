import type { Context } from "hono"
import { ownRacePlace } from "#domain/competition/races/page.ts"
import { racesOf } from "#domain/competition/races/race.ts"
import { raceWhy } from "#domain/competition/races/why.ts"
import { shownRace } from "#domain/competition/seasons/shown-race.ts"
import { teamShown } from "#domain/competition/teams/team.ts"
import type { AppEnv } from "../../context.ts"
import { type Refusal, refuse } from "../../errors.ts"
import { noToken, own } from "./athlete.ts"
import type { BoardsOptions } from "./options.ts"
import { wrongParameter } from "./refusals.ts"
import { forMembers, forVisitors, tablePage } from "./table-page.ts"
import { viewerOf } from "./viewer.ts"

function unknownRace(season: string): Refusal {
  return {
    status: 404,
    code: "unknown_race",
    title: "No such race",
    message: `There is no such side race. /boards/races/${encodeURIComponent(season.slice(0, 60))}.json lists those of the season.`,
  }
}

const addressOf = (c: Context<AppEnv>) => ({
  season: c.req.param("season") ?? "",
  name: (c.req.param("name") ?? "").replace(/\.json$/, ""),
})

/** GET /boards/races/<season>.json: the side races of a season. */
export async function sideRaces(c: Context<AppEnv>, { world }: BoardsOptions): Promise<Response> {
  const season = (c.req.param("season") ?? "").replace(/\.json$/, "")
  return c.json({ races: (await racesOf(world.db, season)).map(described) }, 200, forVisitors)
}

/** GET /boards/races/<season>/<name>.json?limit=&after=: the table of a side race, as the viewer may see it. */
export async function sideRace(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const given = tablePage.safeParse(c.req.query())
  if (!given.success) return refuse(c, wrongParameter(given.error.issues[0]?.message ?? "Invalid parameters"))
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const viewer = asked.viewer.userId
  const address = addressOf(c)
  const found = await shownRace(options.world, options.boards, {
    ...address,
    ...given.data,
    viewer,
  })
  if (!found) return refuse(c, unknownRace(address.season))
  const { kind, race, ...table } = found
  const more = kind === "teams" ? { total: found.rows.length, next: null } : {}
  return c.json({ race: described(race), ...more, ...table }, 200, viewer === null ? forVisitors : forMembers)
}

/** GET /boards/races/<season>/<name>/teams/<number>.json: a team with its roster, as the viewer may see it. */
export async function teamInRace(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const viewer = asked.viewer.userId
  const address = addressOf(c)
  const number = Number((c.req.param("number") ?? "").replace(/\.json$/, ""))
  const found = await teamShown(options.world, options.boards.teamTables, { ...address, number, viewer })
  if (!found.ok) return refuse(c, unknownRace(address.season))
  const { race, ...team } = found.team
  return c.json({ ...team, race: described(race) }, 200, viewer === null ? forVisitors : forMembers)
}

/** GET /boards/races/<season>/<name>/mine: the signed-in athlete's value and place. */
export async function ownSideRace(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const viewer = asked.viewer.userId
  if (viewer === null) return refuse(c, noToken)
  const address = addressOf(c)
  const found = await ownRacePlace(options.world, options.boards.raceTables, { ...address, viewer })
  if (!found.ok && found.code === "unknown_race") return refuse(c, unknownRace(address.season))
  return c.json({ joined: found.ok, place: found.ok ? found.place : null }, 200, own)
}

/** GET /boards/races/<season>/<name>/athletes/<athlete>.json: how a value adds up, day by day. */
export async function athleteInSideRace(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const viewer = asked.viewer.userId
  const address = addressOf(c)
  const athlete = (c.req.param("athlete") ?? "").replace(/\.json$/, "")
  const found = await raceWhy(options.world, { ...address, athlete, viewer })
  if (found.ok)
    return c.json(
      { athlete: found.why.athlete, days: found.why.days },
      200,
      viewer === null ? forVisitors : forMembers,
    )
  if (found.code === "unknown_race") return refuse(c, unknownRace(address.season))
  return refuse(c, {
    status: 404,
    code: found.code,
    title: "Not shown",
    message: "There is no such athlete in the race, or you may not see them.",
  })
}

/** A race as programs read it; ids stay inside. */
function described({
  id,
  seasonId,
  repeats,
  listed,
  endedAt,
  ...race
}: Awaited<ReturnType<typeof racesOf>>[number]) {
  return race
}
