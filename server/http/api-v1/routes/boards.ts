import { z } from "@hono/zod-openapi"
import { site } from "#content/site.ts"
import type { BoardState, Boards } from "#domain/competition/boards/board.ts"
import type { StandingRow } from "#domain/competition/boards/standing-row.ts"
import { mine, page } from "#domain/competition/boards/standings.ts"
import { explain } from "#domain/competition/scoring/explain.ts"
import type { World } from "#domain/world.ts"
import { unknownBoard } from "../../endpoints/boards/refusals.ts"
import { viewerIn } from "../caller.ts"
import { boardMoved, cursorOf, paging, pagingNames, readCursor } from "../cursor.ts"
import { problem } from "../problem.ts"
import { type ApiApp, read } from "../route.ts"
import { athlete, board, boardPage, explainedDay } from "../shapes.ts"
import { athleteIn } from "../shown.ts"

const name = z.string().max(80).openapi({
  description: "`this-month`, `this-fortnight`, `last-14-days`, `last-10-days`, or a season.",
  example: "this-month",
})

/** Rows above and below one's own, with `around=me`. */
const neighbors = 5

/** Boards: the running ones, one page of a board, and how an athlete's points on it came about. */
export function boardRoutes(app: ApiApp, { world, boards }: { world: World; boards: Boards }): void {
  const { siteUrl } = world.settings
  const described = (one: BoardState, asked: string, title: string) => ({
    board: asked,
    title,
    from: one.from,
    to: one.to,
    zone: site.timeZone,
  })
  const rowIn = (row: StandingRow) => ({ ...row, place: row.rank, athlete: athleteIn(siteUrl, row) })

  read(app, {
    path: "/boards",
    summary: "The boards that are open",
    answer: z.object({ boards: z.array(board) }),
    shows: { shows: ["boards"] },
    handle: async () => ({
      boards: boards.shown().flatMap(({ slug, name: title }) => {
        const found = boards.find(slug, world.now())
        return found ? [described(found, slug, title)] : []
      }),
    }),
  })

  read(app, {
    path: "/boards/{board}",
    summary: "A page of a board, best first",
    description:
      "With `around=me` and the scope boards:read: the rows around the owner of the token, without paging.",
    params: { board: name },
    query: { ...paging, around: z.literal("me", "around must be me").optional() },
    answer: boardPage,
    refusals: [401, 403, 404, 410],
    shows: { shows: ["boards"], query: [...pagingNames, "around"] },
    async handle(c, { params, query }) {
      const current = boards.find(params.board, world.now())
      if (!current) return problem(c, await unknownBoard(world, params.board))
      const { revision } = current.counts
      const viewer = viewerIn(c)
      if (query.around) {
        if (viewer === null)
          return problem(c, {
            status: c.var.caller ? 403 : 401,
            code: c.var.caller ? "missing_scope" : "token_needed",
            title: "Token needed",
            message: "around=me needs a token with the scope boards:read.",
          })
        const own = await mine(world, boards, { slug: params.board, viewer, neighbors })
        if (!own.ok)
          return problem(c, {
            status: 404,
            code: own.code,
            title: "Not on this board",
            message: "The owner of the token has no points on this board.",
          })
        const { around, total } = own.mine
        return {
          ...described(current, params.board, own.mine.board.name),
          updatedAt: current.updatedAt?.toISOString() ?? null,
          revision,
          total,
          rows: around.map(rowIn),
          next: null,
        }
      }
      const begin = readCursor(query.cursor, revision)
      if (begin === "moved") return boardMoved(c)
      const found = await page(world, boards, {
        slug: params.board,
        viewer,
        limit: query.limit,
        after: begin.after,
      })
      if (!found.ok) return boardMoved(c)
      const { rows, next, total, updatedAt } = found.page
      return {
        ...described(current, params.board, found.page.board.name),
        updatedAt: updatedAt?.toISOString() ?? null,
        revision,
        total,
        rows: rows.map(rowIn),
        next: cursorOf(revision, next),
      }
    },
  })

  read(app, {
    path: "/boards/{board}/athletes/{athlete}",
    summary: "How an athlete's points on a board came about, day by day",
    params: { board: name, athlete: z.string().max(80) },
    answer: z.object({ athlete, days: z.array(explainedDay) }),
    refusals: [404],
    shows: { shows: ["boards", "members"] },
    async handle(c, { params }) {
      const current = boards.find(params.board, world.now())
      if (!current) return problem(c, await unknownBoard(world, params.board))
      const found = await explain(world, { athlete: params.athlete, viewer: viewerIn(c), board: current })
      if (!found.ok)
        return problem(c, {
          status: 404,
          code: found.code,
          title: "Not shown",
          message: "There is no such athlete, or they are not shown.",
        })
      const { slug, name: called } = found.explained.athlete
      return {
        athlete: { id: slug, name: called, url: `${siteUrl}/leaderboard/athletes/${slug}` },
        days: found.explained.days.map(({ on, ...rest }) => ({ ...rest, day: on })),
      }
    },
  })
}
