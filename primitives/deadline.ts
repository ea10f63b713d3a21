import { AsyncLocalStorage } from "node:async_hooks"

interface Deadline {
  /** When the work must end, on the clock of performance.now(). */
  at: number
  /** The longest that one statement of it may take, in ms. */
  stepMs: number
}

const deadlines = new AsyncLocalStorage<Deadline>()

/** Code of the error of work that did not end by its deadline. */
export const deadlineExceeded = "deadline_exceeded"

/** The error of work that did not end by its deadline. What it wrote may or may not have been committed. */
export function deadlineError(what: string): Error & { code: string } {
  return Object.assign(new Error(`${what} did not end within its deadline`), { code: deadlineExceeded })
}

interface DeadlineOptions {
  /** For work that waits for more than the database, such as an upload: how long each single statement may take. Default: all of it. */
  stepMs?: number
  /** How long after the deadline the work may still take to say itself that it was late; Infinity leaves it to the work. Default 0. */
  graceMs?: number
}

/**
 * Runs `work` with a deadline of `ms` milliseconds, or the surrounding deadline where that is earlier. Statements, waits for
 * a connection and whatever else asks `remainingMs` end by then. Rejects with code `deadline_exceeded` when the deadline
 * passes first; the work itself is not interrupted, but its statements are.
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
 * The same for work that several callers share, such as a page that is rendered once for all who wait for it: the deadline of
 * the caller who came first does not bound it. Infinity for work that has none.
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
 * Milliseconds that a statement, or a wait for a connection, which starts now may take: until the current deadline, at most its
 * step; below 0 once the deadline has passed, Infinity where there is none.
 */
export function remainingMs(): number {
  return Math.min(workRemainingMs(), deadlines.getStore()?.stepMs ?? Number.POSITIVE_INFINITY)
}

/** The same for work that is more than one statement, such as a transaction: until the current deadline. */
export function workRemainingMs(): number {
  const deadline = deadlines.getStore()
  return deadline ? deadline.at - performance.now() : Number.POSITIVE_INFINITY
}
