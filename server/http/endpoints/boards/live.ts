import type { ServerResponse } from "node:http"
import type { Context } from "hono"
import { apartFrom } from "#domain/community/block.ts"
import { seenSubject } from "#domain/community/comment-subject.ts"
import type { LiveBoard } from "#domain/competition/boards/live.ts"
import { isDay } from "#primitives/days.ts"
import { networkOf } from "#primitives/network.ts"
import type { AppEnv } from "../../context.ts"
import { refuse } from "../../errors.ts"
import { machineHeaders } from "../../guard/security-headers.ts"
import { acceptedEncodings } from "../../static/encoding.ts"
import type { EventChannels } from "./event-channels.ts"
import type { BoardsOptions } from "./options.ts"
import { unknownBoard, wrongParameter } from "./refusals.ts"
import { viewerOf } from "./viewer.ts"

const encodingsOf = acceptedEncodings()
const mostBoards = 4

/**
 * GET /boards/<slug>/live: the board as server-sent events, as far as the viewer may see it. Several boards
 * separated by commas (/boards/this-month,last-10-days/live) share one stream, because browsers open few
 * connections to a site. With ?talk= a member also hears that the comments under a day or an event have changed:
 * "athlete/ada/2026-11-20" or "event/sunrise-run/2026-11-24".
 */
export async function liveBoard(
  c: Context<AppEnv>,
  options: BoardsOptions,
  channels: EventChannels,
): Promise<Response> {
  const slugs = [...new Set((c.req.param("slug") ?? "").split(","))]
  if (slugs.length > mostBoards)
    return refuse(c, wrongParameter(`at most ${mostBoards} boards share a stream`))
  const asked = await viewerOf(c, options)
  if (!asked.ok) return asked.response
  const { viewer } = asked
  const audience = viewer.member ? "members" : "visitors"
  const boards = new Map<string, LiveBoard>()
  for (const slug of slugs) {
    const board = await options.liveBoards.board(slug, audience)
    if (!board) return refuse(c, await unknownBoard(options.world, slug))
    boards.set(slug, board)
  }
  const apart = viewer.userId ? await apartFrom(options.world, viewer.userId) : new Set<string>()
  const gzip = encodingsOf(c.req.header("accept-encoding")).includes("gzip")
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store, no-transform",
    vary: "accept-encoding",
    ...(gzip ? { "content-encoding": "gzip" } : {}),
    // Otherwise nginx would buffer the events.
    "x-accel-buffering": "no",
  }
  // A HEAD request would never read the stream or end it.
  if (c.req.method === "HEAD") return c.body(null, 200, headers)
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
  const { outgoing } = c.env
  outgoing.on("close", () => options.streams.close(network))
  if (viewer.isSignedIn) endSignedOut(outgoing, viewer.isSignedIn, options.tokenCheckMs)
  // Writes directly to the response: with web streams, ten thousand pages would need twice the memory.
  outgoing.removeHeader("transfer-encoding")
  outgoing.writeHead(200, {
    ...Object.fromEntries(c.res.headers),
    ...machineHeaders(c.var.https),
    "x-request-id": c.var.requestId,
    ...headers,
  })
  await channels.join(
    { outgoing, gzip },
    {
      boards,
      audience,
      athlete: viewer.athlete,
      showsLooking: viewer.showsLooking,
      talk: viewer.userId ? await talkAskedFor(c, options, viewer.userId) : null,
      apart,
      lastSeen: lastSeenBy(c),
    },
  )
  return new Response(null, { headers: { "x-hono-already-sent": "true" } })
}

/** The comments that the page shows, if the account may see them. */
async function talkAskedFor(
  c: Context<AppEnv>,
  { world }: BoardsOptions,
  userId: string,
): Promise<string | null> {
  const [kind, slug, on] = (c.req.query("talk") ?? "").slice(0, 200).split("/")
  if (!slug || !on || !isDay(on) || (kind !== "athlete" && kind !== "event")) return null
  const subject = kind === "event" ? { event: slug, on } : { athlete: slug, on }
  return (await seenSubject(world, userId, subject))?.talk ?? null
}

/** A page rendered by the server passes ?since=; a browser that reconnects sends the header. */
function lastSeenBy(c: Context<AppEnv>): string | undefined {
  return c.req.header("last-event-id") ?? c.req.query("since")
}

/**
 * Ends the stream when the token has expired or its session has ended. It stays open as long as that cannot be
 * determined.
 */
function endSignedOut(outgoing: ServerResponse, isSignedIn: () => Promise<boolean>, everyMs = 20_000): void {
  const timer = setInterval(() => {
    isSignedIn().then(
      (is) => is || outgoing.end(),
      () => {},
    )
  }, everyMs).unref()
  outgoing.on("close", () => clearInterval(timer))
}
