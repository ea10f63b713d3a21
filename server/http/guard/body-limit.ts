import { createMiddleware } from "hono/factory"
import { apiUploadBytes } from "#content/api.ts"
import { sharedFiles } from "#content/phone.ts"
import { announcedLength, limitBody } from "#primitives/body-limit.ts"
import type { AppEnv } from "../context.ts"
import { tooLarge } from "../errors.ts"
import { isGatewayPath } from "./gateway-path.ts"

interface BodyLimit {
  /** Paths with this prefix; the longest match applies. */
  prefix: string
  bytes: number
}

const KiB = 1024
const MiB = 1024 * KiB

/** Largest accepted bodies, by path. */
const bodyLimits: readonly BodyLimit[] = [
  { prefix: "/", bytes: 1 * MiB },
  { prefix: "/webhooks/", bytes: 512 * KiB },
  // Pictures, and lists of subscribers.
  { prefix: "/operator/newsletters/", bytes: 13 * MiB },
  { prefix: "/operator/articles/", bytes: 13 * MiB },
  // Recordings from a phone's share menu.
  { prefix: sharedFiles.path, bytes: 16 * MiB },
  // A recording with its form.
  { prefix: "/api/v1/me/activities", bytes: apiUploadBytes + 64 * KiB },
]

/**
 * Refuses bodies above their path's limit with 413: immediately if Content-Length exceeds it, otherwise as soon as the
 * stream does, which causes the handler's read to fail. Nothing is buffered. The gateway limits its bodies itself
 * (platform/gateway.ts), with the errors that its clients expect.
 */
export function limitBodies(limits: readonly BodyLimit[] = bodyLimits) {
  const longestFirst = limits.toSorted((a, b) => b.prefix.length - a.prefix.length)
  return createMiddleware<AppEnv>(async (c, next) => {
    const limit = longestFirst.find(({ prefix }) => c.req.path.startsWith(prefix))
    if (!limit || isGatewayPath(c.req.path)) return next()
    const limited = await limitBody(c.req.raw, limit.bytes, { whole: false })
    if (!limited) return tooLarge(c, words(announcedLength(c.req.raw) ?? 0, limit.bytes))
    c.req.raw = limited.request
    await next()
    // Replaces the handler's response to a truncated body.
    if (limited.exceeded()) c.res = tooLarge(c, `has more than the ${size(limit.bytes)} accepted here`)
  })
}

function words(given: number, limit: number): string {
  return `has ${size(given)}, but at most ${size(limit)} is accepted here`
}

function size(bytes: number): string {
  return bytes >= MiB ? `${Math.ceil((bytes / MiB) * 10) / 10} MB` : `${Math.ceil(bytes / KiB)} kB`
}
