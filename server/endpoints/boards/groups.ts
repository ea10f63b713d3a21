import type { Context } from "hono"
import { z } from "zod"
import { groupPage } from "#domain/competition/boards/group-page.ts"
import type { AppEnv } from "../../context.ts"
import { refuse } from "../../errors.ts"
import type { BoardsOptions } from "./options.ts"
import { unknownBoard, wrongParameter } from "./refusals.ts"
import { viewerOf } from "./viewer.ts"

const wholeNumber = (name: string, least: number, most: number) => {
  const message = `${name} must be a whole number from ${least} to ${most}`
  return z.coerce.number(message).int(message).min(least, message).max(most, message)
}
const parameters = z.object({
  limit: wholeNumber("limit", 1, 100).default(50),
  after: wholeNumber("after", 0, 2_147_483_647).default(0),
})

/** GET /boards/<slug>/of/<group>.json?limit=&after=: the board of one group of athletes, as the viewer may see it. */
export async function boardOfGroup(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const given = parameters.safeParse(c.req.query())
  if (!given.success) return refuse(c, wrongParameter(given.error.issues[0]?.message ?? "Invalid parameters"))
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const viewer = asked.viewer.userId
  const slug = c.req.param("slug") ?? ""
  const group = (c.req.param("group") ?? "").replace(/\.json$/, "")
  const found = await groupPage(options.world, options.boards, { slug, group, viewer, ...given.data })
  if (found.ok)
    return c.json(found.page, 200, {
      vary: "authorization",
      "cache-control": viewer === null ? "public, max-age=5" : "private, no-cache",
    })
  if (found.code === "unknown_board") return refuse(c, await unknownBoard(options.world, slug))
  return refuse(c, {
    status: 404,
    code: found.code,
    title: "No such group",
    message:
      "A board can be filtered by women, men, open, age, age-30 and the like, sport, or one sport such as run.",
  })
}
