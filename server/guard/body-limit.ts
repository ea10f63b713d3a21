import { createMiddleware } from "hono/factory"
import { announcedLength, limitBody } from "#primitives/body-limit.ts"
import type { AppEnv } from "../context.ts"
import { tooLarge } from "../errors.ts"

interface BodyLimit {
  /** Paths that begin with this; the longest match counts. */
  prefix: string
  bytes: number
}

const KiB = 1024
const MiB = 1024 * KiB

/** Largest bodies that are read, by path. */
const bodyLimits: readonly BodyLimit[] = [
  { prefix: "/", bytes: 1 * MiB },
  { prefix: "/webhooks/", bytes: 512 * KiB },
]

/** The gateway limits these itself (platform/gateway.ts), in the words that their clients read. */
const limitedElsewhere = /^\/(auth|rest|functions|storage|realtime)\/v1\//

/**
 * Refuses bodies above the limit of their path with 413: at once when the length is announced, otherwise as soon as the
 * stream passes the limit, which ends the handler's reading with an error. Nothing is buffered.
 */
export function limitBodies(limits: readonly BodyLimit[] = bodyLimits) {
  const longestFirst = limits.toSorted((a, b) => b.prefix.length - a.prefix.length)
  return createMiddleware<AppEnv>(async (c, next) => {
    const limit = longestFirst.find(({ prefix }) => c.req.path.startsWith(prefix))
    if (!limit || limitedElsewhere.test(c.req.path)) return next()
    const limited = await limitBody(c.req.raw, limit.bytes, { whole: false })
    if (!limited) return tooLarge(c, words(announcedLength(c.req.raw) ?? 0, limit.bytes))
    c.req.raw = limited.request
    await next()
    // Whatever the handler made of a body that broke off.
    if (limited.exceeded())
      c.res = tooLarge(c, `has more than the ${size(limit.bytes)} that can be taken here`)
  })
}

function words(given: number, limit: number): string {
  return `has ${size(given)}, but at most ${size(limit)} can be taken here`
}

function size(bytes: number): string {
  return bytes >= MiB ? `${Math.ceil((bytes / MiB) * 10) / 10} MB` : `${Math.ceil(bytes / KiB)} kB`
}
