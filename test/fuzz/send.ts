import { Agent, request as httpRequest } from "node:http"
import type { FuzzRequest } from "./malformed.ts"

/** The response, or the reason why there was none. */
export type FuzzAnswer = { status: number; text: string } | { failure: string }

/** The maximum duration of a request, in milliseconds. */
const patienceMs = 30_000

/** Sends requests to one origin unmodified, over keep-alive connections. */
export function createSender(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(origin)
  return {
    send: ({ method, path, headers, body }: FuzzRequest) =>
      new Promise<FuzzAnswer>((resolve) => {
        const sent = httpRequest({ hostname, port, agent, method, path, headers }, (answer) => {
          const status = answer.statusCode ?? 0
          let text = ""
          answer.on("data", (chunk: Buffer) => {
            if (text.length < 4_000) text += chunk.toString("utf8")
          })
          answer.on("end", () => resolve({ status, text }))
          answer.on("error", (error) => resolve({ failure: `${status}, then ${error.message}` }))
          // An event stream has no end.
          if (answer.headers["content-type"]?.startsWith("text/event-stream")) {
            resolve({ status, text })
            sent.destroy()
          }
        })
        sent.setTimeout(patienceMs, () => sent.destroy(new Error(`no answer within ${patienceMs} ms`)))
        sent.on("error", (error) => resolve({ failure: error.message }))
        sent.end(body ?? undefined)
      }),
    close: () => agent.destroy(),
  }
}
