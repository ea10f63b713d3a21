import { type Server, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import { type SimpleRequest, simpleRequests } from "./request-head.ts"

/** An answer that is ready to send: its headers in turn, and a body unless the status has none. */
export interface ReadyAnswer {
  status: 200 | 304
  /** Names and values in turn. The same array each time for the same answer. */
  headers: readonly string[]
  body: Buffer | null
}

/** Longer bodies take the ordinary way, where they are not copied; in bytes. */
const longestBody = 64 * 1024

/**
 * A short way for the plainest requests: a connection's bytes that are exactly one GET of something in memory are
 * answered in one write; with the first byte of anything else the connection is Node's own for good.
 * Node's HTTP server alone answers less than half as many pages as nginx (`npm run bench -- pages`).
 *
 * Drain and limits hold here too: closing the server ends waiting connections, a silent one ends after the server's
 * keep-alive time, and a reader slower than its requests is not read from.
 * @param answer what to send, or null when it is not for the lane
 */
export function openLane(
  server: Server,
  answer: (request: SimpleRequest, socket: Socket) => ReadyAnswer | null,
): void {
  const accept = server.listeners("connection") as ((this: Server, socket: Socket) => void)[]
  server.removeAllListeners("connection")
  const connections = new Set<Socket>()
  const bytesOf = preparedBytes(Math.ceil(server.keepAliveTimeout / 1000))

  server.on("connection", (socket: Socket) => {
    connections.add(socket)
    const read = simpleRequests()
    socket.setNoDelay(true)
    socket.setTimeout(server.headersTimeout)
    socket
      .on("data", onData)
      .on("end", onEnd)
      .on("timeout", onTimeout)
      .on("error", onError)
      .on("close", onClose)

    function onData(bytes: Buffer) {
      const request = read(bytes)
      const ready = request && answer(request, socket)
      if (!ready || (ready.body?.length ?? 0) > longestBody) return handOver(bytes)
      socket.setTimeout(server.keepAliveTimeout)
      if (socket.write(bytesOf(ready))) return
      socket.pause()
      socket.once("drain", () => socket.resume())
    }
    function onEnd() {
      socket.end()
    }
    function onTimeout() {
      socket.destroy()
    }
    // A visitor's broken connection is no event for us; "close" follows.
    function onError() {}
    function onClose() {
      connections.delete(socket)
    }
    function handOver(bytes: Buffer) {
      connections.delete(socket)
      socket.setTimeout(0)
      socket
        .off("data", onData)
        .off("end", onEnd)
        .off("timeout", onTimeout)
        .off("error", onError)
        .off("close", onClose)
      socket.pause()
      socket.unshift(bytes)
      for (const listener of accept) listener.call(server, socket)
      socket.resume()
    }
  })

  // The HTTP server knows only the connections that were handed over: its ways of ending them must reach ours.
  const closeIdle = server.closeIdleConnections.bind(server)
  const closeAll = server.closeAllConnections.bind(server)
  server.closeIdleConnections = () => {
    for (const socket of connections) socket.end()
    closeIdle()
  }
  server.closeAllConnections = () => {
    for (const socket of connections) socket.destroy()
    closeAll()
  }
}

/** Puts an answer together with the date once a second. */
function preparedBytes(keepAliveSeconds: number): (ready: ReadyAnswer) => Buffer {
  const prepared = new Map<readonly string[], Buffer>()
  let second = 0
  let date = ""
  return (ready) => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) {
      second = now
      date = new Date(now * 1000).toUTCString()
      prepared.clear()
    }
    const known = prepared.get(ready.headers)
    if (known) return known
    const lines = [`HTTP/1.1 ${ready.status} ${STATUS_CODES[ready.status]}`]
    for (let index = 0; index < ready.headers.length; index += 2)
      lines.push(`${ready.headers[index]}: ${ready.headers[index + 1]}`)
    lines.push(`Date: ${date}`, "Connection: keep-alive", `Keep-Alive: timeout=${keepAliveSeconds}`, "", "")
    const head = Buffer.from(lines.join("\r\n"), "latin1")
    const bytes = ready.body ? Buffer.concat([head, ready.body]) : head
    prepared.set(ready.headers, bytes)
    return bytes
  }
}
