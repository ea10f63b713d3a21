import { createHash } from "node:crypto"
import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { metrics } from "#content/races.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { racePage } from "#domain/competition/races/page.ts"
import { type Race, racesOf } from "#domain/competition/races/race.ts"
import { closedSeasons, seasonResults } from "#domain/competition/seasons/results.ts"
import { captainView } from "#domain/competition/teams/captain-view.ts"
import { teamRacePage } from "#domain/competition/teams/page.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "../../context.ts"
import { ownerIn, viewerIn } from "../caller.ts"
import { boardMoved, cursorOf, lineIn, paging, pagingNames, readCursor } from "../cursor.ts"
import { problem } from "../problem.ts"
import { type ApiApp, read } from "../route.ts"
import * as shapes from "../shapes.ts"
import { athleteIn } from "../shown.ts"

const season = z.string().max(80).openapi({ example: "monthly-2026-11" })
const race = z.string().max(80).openapi({ example: "five-a-week" })

type Season = Awaited<ReturnType<typeof closedSeasons>>[number]

/** Closed seasons with their results, and the other races of any season, with their teams. */
export function seasonRoutes(app: ApiApp, { world, boards }: { world: World; boards: Boards }): void {
  const { siteUrl } = world.settings
  const seasonIn = (one: Season) => ({
    season: one.slug,
    title: one.name,
    from: one.from,
    to: one.to,
    closedAt: one.frozenAt.toISOString(),
    ruleset: one.ruleset,
    athletes: one.athletes,
    provisional: one.provisional,
    winners: one.winners.map((winner) => ({
      ...winner,
      prize: winner.title,
      athlete: athleteIn(siteUrl, winner),
    })),
  })
  const raceIn = (one: Race) => ({
    season: one.season,
    race: one.name,
    title: one.title,
    description: one.words,
    metric: one.metric,
    unit: metrics[one.metric].unit,
    entrants: one.entrants === "athletes" || one.entrants === "together" ? one.entrants : ("teams" as const),
    from: one.from,
    to: one.to,
    final: one.closedAt !== null,
  })

  read(app, {
    path: "/seasons",
    summary: "Closed seasons with their winners, newest first",
    answer: z.object({ seasons: z.array(shapes.season) }),
    shows: { shows: ["seasons", "members"] },
    handle: async () => ({ seasons: (await closedSeasons(world)).map(seasonIn) }),
  })

  read(app, {
    path: "/seasons/{season}",
    summary: "A closed season with its winners",
    params: { season },
    answer: shapes.season,
    refusals: [404],
    shows: { shows: ["seasons", "members"] },
    async handle(c, { params }) {
      const found = await seasonResults(world, { slug: params.season, after: 0, limit: 1 })
      return found.ok ? seasonIn(found.results) : unknownSeason(c, params.season)
    },
  })

  read(app, {
    path: "/seasons/{season}/results",
    summary: "A page of the final table of a season",
    params: { season },
    query: paging,
    answer: shapes.seasonResults,
    refusals: [404, 410],
    shows: { shows: ["seasons", "members"], query: pagingNames },
    async handle(c, { params, query }) {
      const after = lineIn(query.cursor)
      if (after === null) return boardMoved(c)
      const found = await seasonResults(world, {
        slug: params.season,
        after,
        limit: query.limit,
      })
      if (!found.ok) return unknownSeason(c, params.season)
      const { frozenAt, athletes, rows, next, openPlaces, provisional } = found.results
      const state = JSON.stringify([frozenAt, athletes, openPlaces, provisional])
      const revision = createHash("sha256").update(state).digest("base64url").slice(0, 12)
      if (readCursor(query.cursor, revision) === "moved") return boardMoved(c)
      return {
        revision,
        total: athletes,
        rows: rows.map((row) => ({ ...row, place: row.rank, athlete: athleteIn(siteUrl, row) })),
        next: cursorOf(revision, next),
      }
    },
  })

  read(app, {
    path: "/seasons/{season}/races",
    summary: "The other races of a season, running or closed",
    params: { season },
    answer: z.object({ races: z.array(shapes.race) }),
    shows: { shows: ["seasons"] },
    handle: async (_c, { params }) => ({ races: (await racesOf(world.db, params.season)).map(raceIn) }),
  })

  read(app, {
    path: "/seasons/{season}/races/{race}",
    summary: "A page of a race of athletes, best first",
    params: { season, race },
    query: paging,
    answer: shapes.racePage,
    refusals: [404, 410],
    shows: { shows: ["boards", "seasons", "members"], query: pagingNames },
    async handle(c, { params, query }) {
      const after = lineIn(query.cursor)
      if (after === null) return boardMoved(c)
      const found = await racePage(world, boards.raceTables, {
        season: params.season,
        name: params.race,
        viewer: viewerIn(c),
        after,
        limit: query.limit,
      })
      if (!found.ok) return unknownRace(c)
      const { rows, revision, next, total } = found.page
      if (readCursor(query.cursor, revision) === "moved") return boardMoved(c)
      return {
        ...raceIn(found.page.race),
        revision,
        total,
        rows: rows.map((row) => ({ ...row, place: row.rank, athlete: athleteIn(siteUrl, row) })),
        next: cursorOf(revision, next),
      }
    },
  })

  read(app, {
    path: "/seasons/{season}/races/{race}/teams",
    summary: "The table of a race of teams, best first",
    params: { season, race },
    answer: shapes.teams,
    refusals: [404],
    shows: { shows: ["boards", "seasons", "members"] },
    async handle(c, { params }) {
      const found = await teamRacePage(world, boards.teamTables, {
        season: params.season,
        name: params.race,
        viewer: viewerIn(c),
      })
      if (!found.ok) return unknownRace(c)
      const { rows } = found.page
      return {
        ...raceIn(found.page.race),
        teams: rows.map(({ number, ...row }) => ({
          ...row,
          team: number,
          url: `${siteUrl}/leaderboard/races/${params.season}/${params.race}/teams/${number}`,
        })),
      }
    },
  })

  read(app, {
    path: "/seasons/{season}/races/{race}/teams/{team}/members",
    summary: "The members of a captain's own team who recorded",
    description: "Names, points and active days, only of members who recorded. For the captain alone.",
    scope: "team:read",
    params: { season, race, team: z.coerce.number().int().min(1).max(9_999) },
    answer: shapes.teamMembers,
    refusals: [404],
    async handle(c, { params }) {
      const found = await captainView(world, {
        season: params.season,
        name: params.race,
        number: params.team,
        captain: ownerIn(c),
      })
      if (found.ok) return { members: found.members }
      if (found.code === "unknown_race") return unknownRace(c)
      return problem(c, {
        status: 403,
        code: found.code,
        title: "For the captain",
        message: "Only the captain of this team may read its members.",
      })
    },
  })
}

function unknownSeason(c: Context<AppEnv>, slug: string): Response {
  return problem(c, {
    status: 404,
    code: "unknown_season",
    title: "No such season",
    message: `There is no closed season "${slug.slice(0, 60)}". /api/v1/seasons lists them.`,
  })
}

function unknownRace(c: Context<AppEnv>): Response {
  return problem(c, {
    status: 404,
    code: "unknown_race",
    title: "No such race",
    message: "There is no such race of this kind. /api/v1/seasons/{season}/races lists those of a season.",
  })
}
