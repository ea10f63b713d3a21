import type { Context } from "hono"
import type { LiveBoard } from "#domain/competition/boards/live.ts"
import { hasDemoAthletes } from "#domain/members/member.ts"
import { networkOf } from "#primitives/network.ts"
import type { AppEnv } from "../../context.ts"
import { refuse } from "../../errors.ts"
import { eventStream } from "./event-stream.ts"
import type { BoardsOptions } from "./options.ts"
import { unknownBoard, wrongParameter } from "./refusals.ts"
import { viewerOf } from "./viewer.ts"

const mostBoards = 4

/**
 * GET /boards/<slug>/live: the board as server-sent events, as far as the viewer may see it. Several boards
 * separated by commas (/boards/this-month,last-10-days/live) share one stream, because browsers open few
 * connections to a site.
 */
export async function liveBoard(c: Context<AppEnv>, options: BoardsOptions): Promise<Response> {
  const slugs = [...new Set((c.req.param("slug") ?? "").split(","))]
  if (slugs.length > mostBoards)
    return refuse(c, wrongParameter(`at most ${mostBoards} boards share a stream`))
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const { viewer } = asked
  const current = (slug: string) => options.liveBoards.board(slug, viewer.member ? "members" : "visitors")
  const boards = new Map<string, LiveBoard>()
  for (const slug of slugs) {
    const board = await current(slug)
    if (!board) return refuse(c, await unknownBoard(options.world, slug))
    boards.set(slug, board)
  }
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    // Otherwise nginx would buffer the events.
    "x-accel-buffering": "no",
  }
  // A HEAD request would never read the stream or end it.
  if (c.req.method === "HEAD") return c.body(null, 200, headers)
  const demo = await hasDemoAthletes(options.world.db)
  const network = networkOf(c.var.clientAddress)
  if (!options.streams.open(network)) {
    return refuse(c, {
      status: 429,
      code: "too_many_streams",
      title: "Too many open boards",
      message: "Too many live boards are open on your network. Close some, or read the board as JSON.",
      headers: { "retry-after": "30" },
    })
  }
  const ends = [options.stopping]
  if (viewer.until) ends.push(endingAt(viewer.until, options.world.now()))
  const body = eventStream({
    boards,
    demo,
    current,
    // A page rendered by the server passes ?since=; a browser that reconnects sends the header.
    lastSeen: c.req.header("last-event-id") ?? c.req.query("since"),
    signal: AbortSignal.any(ends),
    onEnd: () => options.streams.close(network),
    heartbeatMs: options.heartbeatMs ?? 30_000,
  })
  return c.body(body, 200, headers)
}

function endingAt(until: Date, now: Date): AbortSignal {
  return AbortSignal.timeout(Math.max(0, Math.min(until.getTime() - now.getTime(), 86_400_000)))
}
