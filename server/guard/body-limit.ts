import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../context.ts"
import { tooLarge } from "../errors.ts"

export interface BodyLimit {
  /** Paths that begin with this; the longest match counts. */
  prefix: string
  bytes: number
}

const KiB = 1024
const MiB = 1024 * KiB

/** Largest bodies that are read, by path. */
export const bodyLimits: readonly BodyLimit[] = [
  { prefix: "/", bytes: 1 * MiB },
  { prefix: "/webhooks/", bytes: 512 * KiB },
]

/** The gateway limits these itself (platform/gateway/body-limit.ts), in the words that their clients read. */
const limitedElsewhere = /^\/(auth|rest|functions|storage|realtime)\/v1\//

/**
 * Refuses bodies above the limit of their path with 413: at once when the length is announced (Node itself then
 * reads no more than that), otherwise as soon as the stream passes the limit, which ends the handler's reading
 * with an error. Nothing is buffered.
 */
export function limitBodies(limits: readonly BodyLimit[] = bodyLimits) {
  const longestFirst = limits.toSorted((a, b) => b.prefix.length - a.prefix.length)
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD" || limitedElsewhere.test(c.req.path)) return next()
    const limit = longestFirst.find(({ prefix }) => c.req.path.startsWith(prefix))
    if (!limit) return next()
    const announced = c.req.header("content-length")
    if (announced !== undefined && c.req.header("transfer-encoding") === undefined) {
      if (Number(announced) > limit.bytes) return tooLarge(c, words(Number(announced), limit.bytes))
      return next()
    }
    const body = c.req.raw.body
    if (body === null) return next()
    const counter = countBytes(limit.bytes)
    c.req.raw = new Request(c.req.raw, {
      body: body.pipeThrough(counter.stream),
      duplex: "half",
    } as RequestInit)
    await next()
    // Whatever the handler made of a body that broke off.
    if (counter.exceeded())
      c.res = tooLarge(c, `has more than the ${size(limit.bytes)} that can be taken here`)
  })
}

/** Passes bytes on until there are more than `bytes`; then the reader gets an error. */
function countBytes(bytes: number) {
  let seen = 0
  const stream = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seen += chunk.byteLength
      if (seen > bytes) controller.error(bodyTooLarge())
      else controller.enqueue(chunk)
    },
  })
  return { stream, exceeded: () => seen > bytes }
}

function bodyTooLarge(): Error {
  return Object.assign(new Error("The body is larger than its limit"), { code: "body_too_large" })
}

function words(given: number, limit: number): string {
  return `has ${size(given)}, but at most ${size(limit)} can be taken here`
}

function size(bytes: number): string {
  return bytes >= MiB ? `${Math.ceil((bytes / MiB) * 10) / 10} MB` : `${Math.ceil(bytes / KiB)} kB`
}
