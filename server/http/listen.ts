import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from "node:http"
import { createServer as createNetServer, Server as NetServer } from "node:net"
import type { Duplex } from "node:stream"
import { SettingError } from "../process/env.ts"
import { protocolFault } from "./guard/protocol.ts"

/** An HTTP server with our limits, not listening yet, because hot reload needs it before the request handler exists. */
export function createHttpServer(): Server {
  return createServer({
    // Longer than the idle timeout of common proxies (60 s), so that they never reuse a closed connection.
    keepAliveTimeout: 65_000,
    headersTimeout: 20_000,
    requestTimeout: 300_000,
    maxHeaderSize: 16 * 1024,
    // A request without a body gets a stream that has already ended, which saves a tenth of a page's CPU time.
    optimizeEmptyRequests: true,
    // Any other upgrade (h2c, for example) is ignored, as RFC 9110 (7.8) requires: the request is handled normally.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.trim().toLowerCase() === "websocket",
  })
}

interface RequestHandlers {
  request: RequestListener
  /** Takes over the socket of an upgrade request, such as a WebSocket. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** Passes every request of `server` to `handlers`, except those that `protocolFault` rejects; these close the connection. */
export function answerWith(server: Server, handlers: RequestHandlers): void {
  server.on("request", (incoming, outgoing) => {
    const fault = protocolFault(incoming)
    if (!fault) return handlers.request(incoming, outgoing)
    const headers = { "Content-Type": "text/plain; charset=utf-8", Connection: "close" }
    outgoing.writeHead(fault.status, headers).end(fault.message)
  })
  server.on("upgrade", (incoming, socket, head) => {
    const fault = protocolFault(incoming)
    if (!fault) return handlers.upgrade(incoming, socket, head)
    socket.end(`HTTP/1.1 ${fault.status} ${STATUS_CODES[fault.status]}\r\nConnection: close\r\n\r\n`)
  })
}

/** Listens and returns the port. Throws a one-sentence SettingError when the host or port is unavailable. */
export async function listen(server: NetServer, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const fail = (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port))
  server.once("error", fail)
  server.listen(port, host === "localhost" ? "127.0.0.1" : host, resolve)
  await promise
  server.off("error", fail)
  return portOf(server)
}

/** The port of a server that listens. */
export function portOf(server: NetServer): number {
  const address = server.address()
  if (typeof address !== "object" || !address) throw new Error("The server does not listen")
  return address.port
}

/** Throws the same errors as `listen`, without keeping the port open. */
export async function assertCanListen(host: string, port: number): Promise<void> {
  // A client that connects now would wait for a response that never comes, and block closing.
  const probe = createNetServer((socket) => socket.destroy())
  await listen(probe, host, port)
  await new Promise((resolve) => probe.close(resolve))
}

/** The URL to print: http://localhost:3000. */
export function localUrl(host: string, port: number): string {
  const everywhere = ["0.0.0.0", "::", "127.0.0.1", "::1"].includes(host)
  return `http://${everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new SettingError(
      `PORT ${port} is already in use by another program; stop that or choose another, for example PORT=${port + 1}`,
    )
  if (error.code === "EACCES")
    return new SettingError(`PORT ${port} is not allowed for this user, for example PORT=3000`)
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new SettingError(
      `HOST must be an address of this machine (it is "${host}"), for example HOST=0.0.0.0`,
    )
  return error
}

/**
 * Stops accepting connections and lets requests in flight finish; closes connections that are still busy after
 * `seconds`. Returns how many were closed. For `lingerMs`, an idle connection is kept for one more request, which gets
 * `Connection: close`: a proxy that has just chosen the connection for an upload cannot send its body a second time.
 */
export async function drain(server: Server, seconds: number, lingerMs = 0): Promise<number> {
  let cut = 0
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false
  })
  // The server's own `close` would close idle connections immediately.
  NetServer.prototype.close.call(server, () => resolve())
  // A keep-alive connection whose request ends after this becomes idle, and nothing else would close it.
  let idle: NodeJS.Timeout | undefined
  const closeIdle = () => {
    server.closeIdleConnections()
    idle = setTimeout(closeIdle, 100)
  }
  if (lingerMs > 0) idle = setTimeout(closeIdle, lingerMs)
  else closeIdle()
  const timer = setTimeout(() => {
    server.getConnections((_error, count) => {
      cut = count
      server.closeAllConnections()
    })
  }, seconds * 1000)
  await closed
  clearTimeout(timer)
  clearTimeout(idle)
  return cut
}
