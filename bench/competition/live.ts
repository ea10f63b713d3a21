/**
 * Measures from the commit of an ingest to 1,000 open live pages. The pages are real HTTP connections, served
 * and read by this one process, so there is a single clock, and reading is part of the measured time.
 */
import { createServer, get } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import type { Boards } from "#domain/competition/boards/board.ts"
import { createLiveBoards } from "#domain/competition/boards/live.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import type { World } from "#domain/world.ts"
import type { AppEnv } from "#server/http/context.ts"
import { createOpenStreams } from "#server/http/endpoints/boards/open-streams.ts"
import { createViewers } from "#server/http/endpoints/boards/viewers.ts"
import { boardsEndpoint } from "#server/http/endpoints/boards.ts"
import { client } from "#server/http/guard/client.ts"
import { sentRun } from "#test/support/sent-run.ts"

interface LiveDelays {
  pages: number
  changes: number
  /** Milliseconds from the end of an ingest's commit to the page's receipt. */
  p50: number
  p99: number
  worst: number
  /** Pages that missed a change entirely. */
  missed: number
}

/**
 * Opens `pages` streams of a board, makes `changes` in its top rows one after the other, and measures every
 * delivery.
 */
export async function liveDelays(
  world: World,
  boards: Boards,
  { pages, changes, athletes }: { pages: number; changes: number; athletes: readonly number[] },
): Promise<LiveDelays> {
  const liveBoards = createLiveBoards(world, boards)
  const app = new Hono<AppEnv>()
  const stopping = new AbortController()
  app.use((c, next) => {
    c.set("requestId", "bench")
    c.set("https", false)
    return next()
  })
  app.use(client(0))
  app.route(
    "/",
    boardsEndpoint({
      world,
      boards,
      liveBoards,
      verifyToken: async () => null,
      viewers: createViewers(world),
      streams: createOpenStreams({ perNetwork: pages, all: pages }),
      stopping: stopping.signal,
    }),
  )
  const server = createServer(getRequestListener((request, env) => app.fetch(request, env as HttpBindings)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/boards/last-14-days/live`

  const delays: number[] = []
  let committed = 0
  let told = 0
  // Notifications are sent after the commit, and pages may receive them before the ingest's own caller
  // continues.
  const timed: World = {
    ...world,
    live: {
      ...world.live,
      publish(...news) {
        committed = performance.now()
        return world.live.publish(...news)
      },
    },
  }
  const readers = await Promise.all(
    Array.from({ length: pages }, async () => {
      const { promise: opened, resolve, reject } = Promise.withResolvers<void>()
      const request = get(url, { agent: false }, (response) => {
        response.setEncoding("latin1")
        response.on("data", (text: string) => {
          if (text.includes("event: reset")) return resolve()
          if (!text.includes("event: difference") || committed === 0) return
          delays.push(performance.now() - committed)
          told++
        })
        response.on("error", () => {})
      })
      request.on("error", reject)
      await opened
      return request
    }),
  )

  let missed = 0
  for (let change = 0; change < changes; change++) {
    told = 0
    committed = 0
    const sent = sentRun({
      externalId: `live-${change}`,
      // Today, when nobody has trained yet, so that it earns points for everybody.
      startedAt: new Date(world.now().getTime() - 7_200_000 - change * 60_000),
      elapsedS: 3660,
      distanceM: 11_000 + change,
      detail: 900,
    })
    await onActivity(timed, athletes[change % athletes.length] as number, sent)
    const end = performance.now() + 3_000
    while (told < pages && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 5))
    missed += pages - told
  }
  for (const reader of readers) reader.destroy()
  stopping.abort()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  liveBoards.close()
  delays.sort((a, b) => a - b)
  const at = (share: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN
  return { pages, changes, p50: at(0.5), p99: at(0.99), worst: at(1), missed }
}
