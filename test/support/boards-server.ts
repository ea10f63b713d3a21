import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { createLiveBoards } from "#domain/competition/boards/live.ts"
import type { AppEnv } from "#server/http/context.ts"
import { createOpenStreams, type OpenStreams } from "#server/http/endpoints/boards/open-streams.ts"
import { createViewers } from "#server/http/endpoints/boards/viewers.ts"
import { boardsEndpoint } from "#server/http/endpoints/boards.ts"
import { client } from "#server/http/guard/client.ts"
import type { TestWorld } from "./world.ts"

export interface BoardsServer {
  url: string
  boards: Boards
  /** Does the same as a shutdown of the server. */
  stop(): void
  close(): Promise<void>
}

/** The boards of a world over HTTP. An account's token is `member:<its id>`, valid until the end of 2026. */
export async function startBoardsServer(
  { world }: TestWorld,
  options: {
    heartbeatMs?: number
    /** Accounts whose tokens are no longer valid. */
    signedOut?: ReadonlySet<string>
    limits?: Parameters<typeof createOpenStreams>[0]
    streams?: OpenStreams
    onTold?: (seconds: number) => void
  } = {},
): Promise<BoardsServer> {
  const boards = createBoards(world)
  await boards.open()
  const liveBoards = createLiveBoards(world, boards)
  const viewers = createViewers(world)
  const stopping = new AbortController()
  const app = new Hono<AppEnv>()
  app.use((c, next) => {
    c.set("requestId", "test")
    return next()
  })
  app.use(client(1))
  app.route(
    "/",
    boardsEndpoint({
      world,
      boards,
      liveBoards,
      stopping: stopping.signal,
      viewers,
      streams: options.streams ?? createOpenStreams(options.limits),
      ...(options.onTold ? { onTold: options.onTold } : {}),
      ...(options.heartbeatMs ? { heartbeatMs: options.heartbeatMs } : {}),
      tokenCheckMs: 20,
      verifyToken: async (token) =>
        token.startsWith("member:") && !options.signedOut?.has(token.slice(7))
          ? { role: "authenticated", sub: token.slice(7), exp: Date.UTC(2026, 11, 31) / 1000 }
          : null,
    }),
  )
  const server = createServer(getRequestListener((request, env) => app.fetch(request, env as HttpBindings)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    boards,
    stop: () => stopping.abort(),
    async close() {
      stopping.abort()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      viewers.close()
      liveBoards.close()
      boards.close()
    },
  }
}
