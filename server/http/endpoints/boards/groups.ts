import type { Context } from "hono"
import { groupPage } from "#domain/competition/boards/group-page.ts"
import type { AppEnv } from "../../context.ts"
import { refuse } from "../../errors.ts"
import type { BoardsOptions } from "./options.ts"
import { unknownBoard, wrongParameter } from "./refusals.ts"
import { forMembers, forVisitors, tablePage } from "./table-page.ts"
import { viewerOf } from "./viewer.ts"

/** GET /boards/<slug>/of/<group>.json?limit=&after=: the board of one group of athletes, as the viewer may see it. */
export async function boardOfGroup(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const given = tablePage.safeParse(c.req.query())
  if (!given.success) return refuse(c, wrongParameter(given.error.issues[0]?.message ?? "Invalid parameters"))
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const viewer = asked.viewer.userId
  const slug = c.req.param("slug") ?? ""
  const group = (c.req.param("group") ?? "").replace(/\.json$/, "")
  const found = await groupPage(options.world, options.boards, { slug, group, viewer, ...given.data })
  if (found.ok) return c.json(found.page, 200, viewer === null ? forVisitors : forMembers)
  if (found.code === "unknown_board") return refuse(c, await unknownBoard(options.world, slug))
  return refuse(c, {
    status: 404,
    code: found.code,
    title: "No such group",
    message:
      "A board can be filtered by women, men, open, age, age-30 and the like, sport, or one sport such as run.",
  })
}
