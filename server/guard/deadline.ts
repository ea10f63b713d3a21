import { createMiddleware } from "hono/factory"
import { withDeadline } from "#primitives/deadline.ts"
import type { AppEnv } from "../context.ts"

/** How long a request may take until its answer begins, in ms. */
const ordinaryMs = 5_000
/** The same in development, where the first request for a page waits for Vite to compile it. Its statements keep 5 seconds. */
const compiledMs = 120_000
/** How long one statement of a longer request may take, in ms: less, because counting the request may have waited a second. */
const longerStepMs = 4_000
/** A door that learns from the database that it is late answers in its own shape; nobody waits longer than this for that. */
const graceMs = 500

/** Requests that may take longer in all, and why. Each of their statements has a deadline still. */
const longer: readonly { path: RegExp; methods?: RegExp; ms: number; stepMs?: number }[] = [
  // Streams stay open. What they read is read with a deadline of its own.
  { path: /^\/boards\/[^/]+\/live$|^\/operator\/live$/, ms: Number.POSITIVE_INFINITY },
  // The Data API has deadlines by role (platform/data/session.ts), because a service key may run long statements.
  { path: /^\/rest\/v1\//, ms: Number.POSITIVE_INFINITY, stepMs: Number.POSITIVE_INFINITY },
  // Uploads, of up to 256 MB, and objects that are copied in the bucket.
  { path: /^\/storage\/v1\//, methods: /^(POST|PUT|PATCH)$/, ms: 300_000 },
  { path: /^\/functions\/v1\/upload-|^\/shared-files$/, ms: 300_000 },
  // Pictures are rendered in turn.
  { path: /^\/storage\/v1\/render\/|^\/cards\//, ms: 30_000 },
  // Everything about one member.
  { path: /^\/functions\/v1\/(export-data|download-recording|delete-account)$/, ms: 60_000 },
  // Passwords are hashed in turn, and providers of sign-ins and captchas are asked.
  { path: /^\/auth\/v1\//, ms: 20_000 },
  // Wait for the payment service or for a service of activities.
  { path: /^\/(checkout|donate|shop|billing|webhooks|sources)(\/|$)/, ms: 20_000 },
  {
    path: /^\/functions\/v1\/(create-checkout|connect-source|disconnect-source)$/,
    ms: 20_000,
  },
  { path: /^\/account\/(orders|prizes)(\.data)?$/, methods: /^POST$/, ms: 20_000 },
  // Commands of operators, such as closing a season, and exports of all rows. Whether there is an operator is known sooner.
  { path: /^\/operator\/(?!session(\/|$))/, methods: /^POST$/, ms: 60_000, stepMs: 60_000 },
  { path: /^\/operator\/.*(\.csv|\/export|\/recording)$/, ms: 60_000, stepMs: 60_000 },
]

/**
 * The deadline of every request: 5 seconds, or what the table says. When it passes, everything that the request waits for in the
 * database ends, and it is answered with 503. `development`: pages are compiled when they are first asked for.
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
