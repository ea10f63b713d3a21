import { request as httpRequest, type IncomingMessage } from "node:http"
import { Agent, request as httpsRequest } from "node:https"
import type { LookupFunction } from "node:net"
import type { Chat, ChatDelivery } from "#ports/chat.ts"
import type { Seal } from "#primitives/secrets.ts"
import { serviceOf } from "./address.ts"
import { bodyFor } from "./bodies.ts"
import { notPublic, publicLookup, type Resolve } from "./public-lookup.ts"

interface ChatOptions {
  addresses: Seal
  /** The origin of a service for tests. */
  standIn?: string | undefined
  /** The system's resolver by default. */
  resolve?: Resolve
  /** For a whole answer, 10 seconds by default. */
  timeoutMs?: number
}

/**
 * Incoming webhooks of Discord and Slack. The address that a name leads to is checked when the connection is made, so that a name cannot
 * lead elsewhere after a check. Redirects are not followed, the answer's body is not read, and no proxy is used.
 */
export function createChat({ addresses, standIn, resolve, timeoutMs = 10_000 }: ChatOptions): Chat {
  const lookup = publicLookup(resolve)
  return {
    addresses,
    serviceOf: (address) => serviceOf(address, standIn),
    async post(address, message) {
      const service = serviceOf(address, standIn)
      if (!service) return { ok: false, why: "gone", reason: "not the address of a webhook" }
      try {
        const body = JSON.stringify(bodyFor[service](message))
        return deliveryOf(await send(new URL(address), body, { lookup, timeoutMs }))
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === notPublic)
          return { ok: false, why: "ours", reason: "its name leads to a private network" }
        const reason = code === "ABORT_ERR" ? "no answer in time" : `no answer (${code ?? "unknown"})`
        return { ok: false, why: "later", reason, waitSeconds: null }
      }
    },
  }
}

function send(
  url: URL,
  body: string,
  { lookup, timeoutMs }: { lookup: LookupFunction; timeoutMs: number },
): Promise<Pick<IncomingMessage, "statusCode" | "headers">> {
  return new Promise((done, failed) => {
    const isTest = url.protocol === "http:"
    const request = (isTest ? httpRequest : httpsRequest)(
      url,
      {
        method: "POST",
        lookup,
        ...(isTest ? {} : { agent: new Agent({ keepAlive: false }) }),
        headers: { "content-type": "application/json", "content-length": Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeoutMs),
        maxHeaderSize: 16_384,
      },
      (response) => {
        done(response)
        response.destroy()
      },
    )
    request.on("error", failed)
    request.end(body)
  })
}

function deliveryOf({
  statusCode = 0,
  headers,
}: Pick<IncomingMessage, "statusCode" | "headers">): ChatDelivery {
  const reason = `the service answered ${statusCode}`
  if (statusCode >= 200 && statusCode < 300) return { ok: true }
  if (statusCode === 404 || statusCode === 410) return { ok: false, why: "gone", reason }
  if (statusCode === 429 || statusCode >= 500) {
    const wait = Number(headers["retry-after"] ?? Number.NaN)
    return { ok: false, why: "later", reason, waitSeconds: Number.isFinite(wait) && wait >= 0 ? wait : null }
  }
  return { ok: false, why: "ours", reason }
}
