import type { Agent, IncomingHttpHeaders, IncomingMessage } from "node:http"
import * as http from "node:http"
import * as https from "node:https"

/** The timeout for opening a connection, in ms. */
const connectMs = 5_000
/** The longest silence of a connection during a request, in ms. */
const idleMs = 30_000

interface StoreRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body?: Buffer | undefined
  signal?: AbortSignal | undefined
}

export interface StoreAnswer {
  status: number
  headers: IncomingHttpHeaders
  /** Has to be read or destroyed; otherwise its connection stays in use. */
  body: IncomingMessage
}

interface Connections {
  /** Rejects if there is no response; the body fails if it ends early or stalls. */
  exchange(request: StoreRequest): Promise<StoreAnswer>
  close(): void
}

/**
 * Keeps connections open for later requests. `fetch` is not used, because it has no idle timeout without another
 * package.
 */
export function openConnections(url: URL): Connections {
  const isSecure = url.protocol === "https:"
  const agent = new (isSecure ? https : http).Agent({ keepAlive: true, maxSockets: 50 })
  return {
    exchange: (request) => exchange(request, agent, isSecure),
    close: () => agent.destroy(),
  }
}

function exchange(
  { method, url, headers, body, signal }: StoreRequest,
  agent: Agent,
  isSecure: boolean,
): Promise<StoreAnswer> {
  return new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined
    const length =
      body || method === "PUT" || method === "POST" ? { "content-length": body?.byteLength ?? 0 } : {}
    const request = (isSecure ? https : http).request(url, {
      ...{ method, agent, signal },
      headers: { ...headers, ...length },
    })
    request.setTimeout(idleMs, () => {
      const silent = new Error(`${url.host} was silent for ${idleMs / 1000} s`)
      // The reader of the body has to get the error.
      if (answer) answer.destroy(silent)
      else request.destroy(silent)
    })
    request.once("socket", (socket) => {
      if (!socket.connecting) return
      const late = () =>
        request.destroy(new Error(`${url.host} did not connect within ${connectMs / 1000} s`))
      const timer = setTimeout(late, connectMs)
      const clear = () => clearTimeout(timer)
      socket.once(isSecure ? "secureConnect" : "connect", clear).once("close", clear)
    })
    request.once("response", (response) => {
      answer = response
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: response })
    })
    // Once there is a response, its body reports errors.
    request.on("error", reject)
    request.end(body)
  })
}
