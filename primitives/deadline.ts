import { AsyncLocalStorage } from "node:async_hooks"

interface Deadline {
  /** When the work must end, on the clock of performance.now(). */
  at: number
  /** The maximum duration of one of its statements, in ms. */
  stepMs: number
}

const deadlines = new AsyncLocalStorage<Deadline>()

/** Error code of work that did not finish by its deadline. */
export const deadlineExceeded = "deadline_exceeded"

/** Thrown when work did not finish by its deadline. Its writes may or may not have been committed. */
export function deadlineError(what: string): Error & { code: string } {
  return Object.assign(new Error(`${what} did not end within its deadline`), { code: deadlineExceeded })
}

interface DeadlineOptions {
  /**
   * The maximum duration of a single statement, for work that waits for more than the database, such as an upload.
   * Default: the whole deadline.
   */
  stepMs?: number
  /**
   * How long after the deadline the work may still report the timeout itself; with Infinity only the work reports it.
   * Default 0.
   */
  graceMs?: number
}

/**
 * Runs `work` with a deadline of `ms` milliseconds, or the enclosing deadline if that is earlier. Statements, waits for
 * a connection and everything else that calls `remainingMs` end by then. Rejects with code `deadline_exceeded` when the
 * deadline passes first; the work itself is not interrupted, but its statements are.
 */
export function withDeadline<T>(
  ms: number,
  work: () => Promise<T>,
  options: DeadlineOptions = {},
): Promise<T> {
  const around = deadlines.getStore()
  if (!around) return withOwnDeadline(ms, work, options)
  const stepMs = Math.min(around.stepMs, options.stepMs ?? Number.POSITIVE_INFINITY)
  return withOwnDeadline(Math.min(ms, around.at - performance.now()), work, { ...options, stepMs })
}

/**
 * The same for work that several callers share, such as a page that is rendered once for all waiting requests: it does
 * not inherit the deadline of the first caller. Infinity means no deadline.
 */
export async function withOwnDeadline<T>(
  ms: number,
  work: () => Promise<T>,
  { stepMs = Number.POSITIVE_INFINITY, graceMs = 0 }: DeadlineOptions = {},
): Promise<T> {
  const run = () => deadlines.run({ at: performance.now() + ms, stepMs }, work)
  if (ms + graceMs === Number.POSITIVE_INFINITY) return run()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(deadlineError("The work")), ms + graceMs)
  try {
    return await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Milliseconds available to a statement, or a wait for a connection, that starts now: the time until the current
 * deadline, limited by its statement timeout. Negative after the deadline, Infinity without one.
 */
export function remainingMs(): number {
  return Math.min(workRemainingMs(), deadlines.getStore()?.stepMs ?? Number.POSITIVE_INFINITY)
}

/** The same for work of several statements, such as a transaction: the time until the current deadline. */
export function workRemainingMs(): number {
  const deadline = deadlines.getStore()
  return deadline ? deadline.at - performance.now() : Number.POSITIVE_INFINITY
}
