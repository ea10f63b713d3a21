import * as http from "node:http"
import * as https from "node:https"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { Log } from "#ports/log.ts"
import { limitExceeded } from "#primitives/body-limit.ts"
import { passing } from "./forwarded-headers.ts"
import { bodyTooLarge, Refusal } from "./refusal.ts"

/** Seconds without a byte in either direction after which the connection counts as lost. */
const silenceS = 60
const withoutBody = new Set([204, 205, 304])

interface HttpProxy {
  /**
   * Forwards the request to `address` with `headers` instead of its own and returns the response; both are
   * streamed. 502 or 504 when there is none.
   */
  forward(request: Request, to: { address: URL; headers: Map<string, string> }): Promise<Response>
  close(): void
}

interface HttpProxyOptions {
  /** Such as "https://abc.supabase.co". */
  origin: string
  /** The service named in an error message, such as "The Supabase project". */
  service: string
  log: Log
}

export function createHttpProxy({ origin, service, log }: HttpProxyOptions): HttpProxy {
  const client = origin.startsWith("https:") ? https : http
  const agent = new client.Agent({ keepAlive: true, maxSockets: 256, maxFreeSockets: 16 })

  async function forward(
    request: Request,
    { address, headers }: { address: URL; headers: Map<string, string> },
  ): Promise<Response> {
    const outgoing = client.request(address, {
      agent,
      method: request.method,
      headers: Object.fromEntries(headers),
      timeout: silenceS * 1000,
      signal: request.signal,
    })
    outgoing.on("timeout", () => outgoing.destroy(Object.assign(new Error("silence"), { code: "ETIMEDOUT" })))
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      outgoing.once("response", resolve)
      outgoing.on("error", reject)
    })
    if (!request.body) outgoing.end()
    const sending = request.body
      ? pipeline(Readable.fromWeb(request.body as never), outgoing)
      : Promise.resolve()
    // When sending fails, the response may still arrive (413 before the end of the body), and is then used.
    const sent = sending.then(
      () => null,
      (error: unknown) => error,
    )
    try {
      return responseOf(await answered, request.method)
    } catch (error) {
      throw (await sent) ?? error
    }
  }

  return {
    async forward(request, to) {
      try {
        return await forward(request, to)
      } catch (error) {
        const limit = limitExceeded(error)
        if (limit !== null) return bodyTooLarge(limit).response()
        if (request.signal.aborted) return new Response(null, { status: 499 })
        const code = error instanceof Error && "code" in error ? error.code : undefined
        log.warn({ error: code, requestId: to.headers.get("x-request-id") }, `${service} did not answer`)
        return silent(service, code === "ETIMEDOUT" ? 504 : 502).response()
      }
    },
    close: () => agent.destroy(),
  }
}

function responseOf(message: http.IncomingMessage, method: string): Response {
  const status = message.statusCode ?? 502
  const pairs = message.rawHeaders.flatMap((name, index, all): [string, string][] =>
    index % 2 === 0 ? [[name, all[index + 1] ?? ""]] : [],
  )
  const headers = new Headers([...passing(pairs)])
  if (method === "HEAD" || withoutBody.has(status)) {
    message.resume()
    return new Response(null, { status, headers })
  }
  // An error in the middle of the body reaches the reader of the stream; without a listener it would end the
  // process.
  message.on("error", () => {})
  return new Response(Readable.toWeb(message) as unknown as BodyInit, { status, headers })
}

function silent(service: string, status: 502 | 504): Refusal {
  const message = `${service} cannot be reached at the moment. Please try again.`
  return new Refusal(status, {
    code: "project_unreachable",
    error_code: "project_unreachable",
    message,
    msg: message,
  })
}
