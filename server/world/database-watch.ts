import { setTimeout as sleep } from "node:timers/promises"
import type { PostgresDb } from "#adapters/db/postgres.ts"
import type { Log } from "#ports/log.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"

/** Whether the database answers this process, asked every few seconds through the pool that serves requests. */
export interface DatabaseWatch {
  /** While it does not answer: when it last did, in ms of performance.now(). Undefined while it answers. */
  awaySince(): number | undefined
  /** Asks again at once: something that waited for it was late. */
  suspect(): void
  /**
   * Whether only a restart of this process can help: for a minute new connections have been answered, and the pool has not.
   * False while the database is away.
   */
  isStuck(): boolean
  close(): Promise<void>
}

interface WatchOptions {
  db: Pick<PostgresDb, "query">
  /** Opens a connection beside the pool. */
  connect(): Pick<PostgresDb, "query" | "end">
  log: Log
  /** Between two questions, in ms; a quarter of it while there is no answer. */
  everyMs?: number
  /** How long new connections are answered, and the pool is not, until it counts as stuck, in ms. */
  stuckAfterMs?: number
}

/** How long one answer may take, in ms. */
const patienceMs = 3_000

export function createDatabaseWatch({
  db,
  connect,
  log,
  everyMs = 5_000,
  stuckAfterMs = 60_000,
}: WatchOptions): DatabaseWatch {
  const closing = new AbortController()
  let answeredAt = performance.now()
  let isAway = false
  /** Since when new connections have been answered while the pool was not. */
  let besideSince: number | undefined
  let hurry = Promise.withResolvers<void>()

  const ask = async () => {
    try {
      await withOwnDeadline(patienceMs, () => db.query("select 1"))
      answeredAt = performance.now()
      if (isAway) log.info({}, "The database answers again")
      isAway = false
      besideSince = undefined
    } catch (error) {
      if (closing.signal.aborted) return
      if (!isAway) log.error({ error }, "The database does not answer")
      isAway = true
      besideSince = (await answersBeside()) ? (besideSince ?? performance.now()) : undefined
    }
  }
  const answersBeside = async () => {
    const beside = connect()
    try {
      await withOwnDeadline(patienceMs, () => beside.query("select 1"))
      return true
    } catch {
      return false
    } finally {
      await beside.end(0)
    }
  }
  const watch = async () => {
    while (!closing.signal.aborted) {
      const pause = sleep(isAway ? everyMs / 4 : everyMs, undefined, { signal: closing.signal })
      await Promise.race([pause.catch(() => {}), hurry.promise])
      hurry = Promise.withResolvers()
      if (!closing.signal.aborted) await ask()
    }
  }
  const watching = watch()
  return {
    awaySince: () => (isAway ? answeredAt : undefined),
    suspect: () => hurry.resolve(),
    isStuck: () => besideSince !== undefined && performance.now() - besideSince >= stuckAfterMs,
    async close() {
      closing.abort()
      await watching
    },
  }
}
