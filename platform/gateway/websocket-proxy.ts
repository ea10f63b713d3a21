import * as http from "node:http"
import * as https from "node:https"
import type { Duplex } from "node:stream"
import type { Log } from "#ports/log.ts"
import { addressAtProject, headersForProject, type KeyExchange } from "./forwarded-headers.ts"

export type Upgrade = (request: http.IncomingMessage, socket: Duplex, head: Buffer) => void

/** Milliseconds within which the project must open a websocket. */
const openTimeoutMs = 10_000

/** Connects websockets of /realtime to the project; frames pass unchanged in both directions. */
export function proxyWebsockets(project: string, exchange: KeyExchange, log: Log): Upgrade {
  const client = project.startsWith("https:") ? https : http
  return (request, socket, head) => {
    const address = addressAtProject(project, request.url ?? "/", exchange)
    const outgoing = client.request(address, {
      headers: {
        ...Object.fromEntries(headersForProject(pairsOf(request), exchange)),
        ...handshakeOf(request),
      },
      timeout: openTimeoutMs,
    })
    socket.on("error", () => outgoing.destroy())
    socket.on("close", () => outgoing.destroy())
    outgoing.on("timeout", () => outgoing.destroy(new Error("silence")))
    outgoing.on("error", (error) => {
      log.warn({ error: error.message }, "The Supabase project did not open a websocket")
      if (socket.writable) refuseUpgrade(socket, 502, "The Supabase project cannot be reached")
    })
    outgoing.on("upgrade", (answer, remote, remoteHead) => {
      remote.setTimeout(0)
      remote.on("error", () => socket.destroy())
      remote.on("close", () => socket.destroy())
      socket.on("close", () => remote.destroy())
      socket.write(statusLine(answer) + headerLines(answer.rawHeaders))
      if (remoteHead.length > 0) socket.write(remoteHead)
      if (head.length > 0) remote.write(head)
      remote.pipe(socket)
      socket.pipe(remote)
    })
    outgoing.on("response", (answer) => {
      // Not a websocket: pass the project's refusal on and close.
      const plain = answer.rawHeaders.flatMap((name, index, all) =>
        index % 2 === 0 && !/^(connection|keep-alive|transfer-encoding)$/i.test(name)
          ? [name, all[index + 1] ?? ""]
          : [],
      )
      socket.write(statusLine(answer) + headerLines([...plain, "connection", "close"]))
      answer.pipe(socket)
    })
    outgoing.end()
  }
}

/** Responds to a websocket request with a plain refusal and closes the connection. */
export function refuseUpgrade(socket: Duplex, status: number, message: string): void {
  // Clients of realtime read `error`, others `message`.
  const body = JSON.stringify({ error: message, message })
  const lines = [
    `HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? "Error"}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ]
  socket.on("error", () => {})
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`)
}

function handshakeOf(request: http.IncomingMessage): Record<string, string> {
  const wanted = Object.entries(request.headers).filter(([name]) => name.startsWith("sec-websocket-"))
  return {
    ...Object.fromEntries(wanted.map(([name, value]) => [name, String(value)])),
    connection: "Upgrade",
    upgrade: "websocket",
  }
}

function pairsOf(request: http.IncomingMessage): [string, string][] {
  const { rawHeaders } = request
  return rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  )
}

function statusLine(answer: http.IncomingMessage): string {
  return `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\n`
}

function headerLines(raw: readonly string[]): string {
  const lines = raw.flatMap((name, index) =>
    index % 2 === 0 && !/^set-cookie$/i.test(name) ? [`${name}: ${raw[index + 1]}`] : [],
  )
  return `${lines.join("\r\n")}\r\n\r\n`
}
