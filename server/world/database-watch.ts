import { setTimeout as sleep } from "node:timers/promises"
import type { PostgresDb } from "#adapters/db/postgres.ts"
import type { Log } from "#ports/log.ts"
import { withOwnDeadline } from "#primitives/deadline.ts"

/** Monitors whether the database responds to this process, every few seconds through the pool that serves requests. */
export interface DatabaseWatch {
  /** While it does not respond: when it last did, in ms of performance.now(). Undefined while it responds. */
  awaySince(): number | undefined
  /** Checks again immediately, because a query was late. */
  suspect(): void
  /**
   * Whether only a restart of this process can help: for a minute, new connections have worked but the pool has not.
   * False while the database is down.
   */
  isStuck(): boolean
  close(): Promise<void>
}

interface WatchOptions {
  db: Pick<PostgresDb, "query">
  /** Opens a connection outside the pool. */
  connect(): Pick<PostgresDb, "query" | "end">
  log: Log
  /** The interval between two checks, in ms; a quarter of it while there is no response. */
  everyMs?: number
  /** How long new connections must work while the pool does not, until the pool counts as stuck, in ms. */
  stuckAfterMs?: number
}

/** The timeout of a check, in ms. */
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
  /** Since when new connections have worked while the pool has not. */
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
