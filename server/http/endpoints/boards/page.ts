import { createHash } from "node:crypto"
import type { Context } from "hono"
import { z } from "zod"
import { stateOf } from "#domain/competition/boards/difference.ts"
import { type BoardPage, page, search } from "#domain/competition/boards/standings.ts"
import type { AppEnv } from "../../context.ts"
import { refuse } from "../../errors.ts"
import type { BoardsOptions } from "./options.ts"
import { unknownBoard, wrongParameter } from "./refusals.ts"
import { viewerOf } from "./viewer.ts"

const parameters = z.object({
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "limit must be a whole number from 1 to 100")
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 100, "limit must be a whole number from 1 to 100")
    .default(50),
  after: z.string().max(40, "after must be the value of next on the previous page").optional(),
  name: z
    .string()
    .trim()
    .min(1, "name must have at least one letter")
    .max(60, "name must have at most 60 characters")
    .optional(),
})

/** A page of a board, with the data that an open page needs to stay current. */
type BoardAnswer = Omit<BoardPage, "updatedAt"> & {
  updatedAt: string | null
  /** Identifies the rows for /live?since=; only with the first page. */
  state?: string
}

/**
 * GET /boards/<slug>.json?limit=&after=&name=: a page of a board, or the athletes on it whose name starts
 * with `name`.
 */
export async function boardPage(c: Context<AppEnv>, options: BoardsOptions, slug: string): Promise<Response> {
  const given = parameters.safeParse(c.req.query())
  if (!given.success) return refuse(c, wrongParameter(given.error.issues[0]?.message ?? "Invalid parameters"))
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const answer = await read(options, slug, asked.viewer.userId, given.data)
  if (!answer.ok) {
    if (answer.code === "unknown_board") return refuse(c, await unknownBoard(options.world, slug))
    return refuse(c, wrongParameter("after must be the value of next on the previous page"))
  }
  return answerWithTag(c, answer.value, asked.viewer.userId === null)
}

async function read(
  { world, boards }: BoardsOptions,
  slug: string,
  viewer: string | null,
  { limit, after, name }: z.output<typeof parameters>,
): Promise<{ ok: true; value: BoardAnswer } | { ok: false; code: "unknown_board" | "invalid_cursor" }> {
  const found = await page(world, boards, {
    slug,
    viewer,
    limit: name === undefined ? limit : 1,
    after: after ?? null,
  })
  if (!found.ok) return found
  const { updatedAt, ...rest } = found.page
  const value = { ...rest, updatedAt: updatedAt?.toISOString() ?? null }
  if (name === undefined) return { ok: true, value: after ? value : { ...value, state: stateOf(rest.rows) } }
  const hits = await search(world, boards, { slug, viewer, name })
  return hits.ok ? { ok: true, value: { ...value, rows: hits.rows, next: null } } : hits
}

/**
 * The public response may be cached for five seconds and is then revalidated by its ETag; a member's own is never
 * cached by proxies.
 */
function answerWithTag(c: Context<AppEnv>, value: BoardAnswer, isPublic: boolean): Response {
  const text = JSON.stringify(value)
  const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`
  const headers = {
    etag,
    vary: "authorization",
    "cache-control": isPublic ? "public, max-age=5, stale-while-revalidate=30" : "private, no-cache",
  }
  const known = (c.req.header("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""))
  if (known.includes(etag) || known.includes("*")) return c.body(null, 304, headers)
  return c.body(text, 200, { ...headers, "content-type": "application/json; charset=utf-8" })
}
