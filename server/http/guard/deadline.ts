import { createMiddleware } from "hono/factory"
import { withDeadline } from "#primitives/deadline.ts"
import type { AppEnv } from "../context.ts"

/** The maximum time until a response starts, in ms. */
const ordinaryMs = 5_000
/**
 * The same in development, where the first request for a page waits for Vite to compile it. Its statements still have 5
 * seconds.
 */
const compiledMs = 120_000
/**
 * The maximum time for one statement of a longer request, in ms. It is shorter, because counting the request for rate
 * limits may have taken a second.
 */
const longerStepMs = 4_000
/**
 * A service that gets a deadline error from the database responds in its own format; this is how long the request waits
 * for that.
 */
const graceMs = 500

/** Requests that may take longer in total, and why. Each of their statements still has a deadline. */
const longer: readonly { path: RegExp; methods?: RegExp; ms: number; stepMs?: number }[] = [
  // Streams stay open. Their queries have their own deadline.
  { path: /^\/boards\/[^/]+\/live$|^\/operator\/live$/, ms: Number.POSITIVE_INFINITY },
  // The Data API has deadlines by role (platform/data/session.ts), because a service key may run long statements.
  { path: /^\/rest\/v1\//, ms: Number.POSITIVE_INFINITY, stepMs: Number.POSITIVE_INFINITY },
  // Uploads of up to 256 MB, and objects that are copied in the bucket.
  { path: /^\/storage\/v1\//, methods: /^(POST|PUT|PATCH)$/, ms: 300_000 },
  { path: /^\/functions\/v1\/upload-|^\/shared-files$/, ms: 300_000 },
  // Pictures are rendered one at a time.
  { path: /^\/storage\/v1\/render\/|^\/cards\//, ms: 30_000 },
  // All data about one member.
  { path: /^\/functions\/v1\/(export-data|delete-account)$/, ms: 60_000 },
  // A file as long as it takes to find it.
  { path: /^\/account\/activities\/\d+\/original$/, ms: 60_000 },
  // Passwords are hashed one at a time, and sign-in providers and captchas are called.
  { path: /^\/auth\/v1\//, ms: 20_000 },
  // These wait for the payment service or for a service of activities.
  { path: /^\/(checkout|donate|shop|billing|webhooks|sources)(\/|$)/, ms: 20_000 },
  { path: /^\/functions\/v1\/create-checkout$/, ms: 20_000 },
  { path: /^\/account(\/(orders|prizes))?(\.data)?$/, methods: /^POST$/, ms: 20_000 },
  // Operators' commands, such as closing a season, and exports of all rows. The session is checked sooner.
  { path: /^\/operator\/(?!session(\/|$))/, methods: /^POST$/, ms: 60_000, stepMs: 60_000 },
  { path: /^\/operator\/.*(\.csv|\/export|\/recording)$/, ms: 60_000, stepMs: 60_000 },
]

/**
 * The deadline of every request: 5 seconds, or the table's value. When it passes, all database work of the request is
 * canceled, and the response is 503. `development`: pages are compiled on demand.
 */
export function requestDeadline({ development }: { development: boolean }) {
  const pageMs = development ? compiledMs : ordinaryMs
  return createMiddleware<AppEnv>(async (c, next) => {
    const { method, path } = c.req
    const more = longer.find((one) => one.path.test(path) && (one.methods?.test(method) ?? true))
    const { ms, stepMs } = more ? { stepMs: longerStepMs, ...more } : { ms: pageMs, stepMs: ordinaryMs }
    await withDeadline(ms, next, { stepMs, graceMs })
  })
}
