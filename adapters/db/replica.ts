import { setTimeout as sleep } from "node:timers/promises"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import { isConnectionLost } from "#primitives/database-away.ts"
import { withDeadline } from "#primitives/deadline.ts"
import type { Answer, Single } from "./connection.ts"
import { readSettings } from "./connection-settings.ts"
import { Connections } from "./connections.ts"
import { connectPostgres, type PostgresDb, type ReservedConnection, reserve } from "./postgres.ts"
import { replayedPosition, writtenPosition } from "./replica/contact.ts"
import { ReplicaWatch } from "./replica/watch.ts"
import { asDb } from "./transaction.ts"

interface ReplicaOptions {
  url: string
  /** The primary's pool, and its connection string without a pooler, for the connection that compares positions. */
  primary: PostgresDb
  primaryUrl: string
  /** Connections to the replica, of which one is for checks. */
  max: number
  log: Log
  /** The deadline in ms for a statement outside any deadline. */
  statementMs?: number
  /** How far the replica may be behind and still be read, in ms. */
  mostMs?: number
}

/** A streaming replica of the database, for reads that may be a little older than what is on the primary. */
export interface Replica {
  /**
   * For reads that show everything that was committed before this call: on the replica as soon as it has that, on the
   * primary if this takes longer than a moment. Whatever fails on the replica is done on the primary, and so are
   * transactions.
   */
  upToDate(): Promise<Db>
  /** Whether it is there, is at most a second behind, and has what was written before the last `wrote()`. */
  isUsable(): boolean
  /** Reserves a connection to the replica. */
  reserve(): Promise<ReservedConnection>
  /** Rejects as soon as the replica is gone. */
  whileThere<T>(work: Promise<T>): Promise<T>
  /** Someone who may read from the replica has changed something: it is not usable until it has that. */
  wrote(): void
  /** How far it is behind at most, in seconds; undefined while it is gone. */
  lagSeconds(): number | undefined
  close(): Promise<void>
}

/** How far behind it may be, in ms: a visitor does not notice a second. */
const defaultMostMs = 1_000
/** How long `upToDate` waits for the replica, in ms; it usually follows within a few. */
const catchUpMs = 100
const lookAgainMs = 5
/** A statement that exceeded a time limit would exceed it on the primary as well. */
const tooLate = /^(57014|deadline_exceeded)$/

/** Connects to a replica and follows it. The replica may be unreachable: then everything is read from the primary. */
export function connectReplica(options: ReplicaOptions): Replica {
  const { primary, url, max, log, statementMs, mostMs = defaultMostMs } = options
  const settings = readSettings(url, "b4m replica")
  const connections = new Connections(settings, { max: max - 1, ...(statementMs ? { statementMs } : {}) })
  const checks = connectPostgres({ url, max: 1, applicationName: "b4m replica" })
  // A connection of its own, because a busy pool must not make the replica look late.
  const measure = connectPostgres({ url: options.primaryUrl, max: 1, applicationName: "b4m replica" })
  const watch = new ReplicaWatch({ primary: measure, replica: checks, log, mostMs })

  const onPrimary = async ({ text, values }: Single) =>
    ({ rows: await primary.query(text, values) }) as Answer
  const run = async (single: Single): Promise<Answer> => {
    if (!watch.isUsable) return onPrimary(single)
    try {
      return await watch.whileThere(connections.run(single))
    } catch (error) {
      if (tooLate.test(String(Object(error).code))) throw error
      if (isConnectionLost(error)) watch.lost()
      return onPrimary(single)
    }
  }
  const replicaFirst = asDb({
    run,
    nameOf: (text) => connections.nameOf(text),
    transaction: (work) => primary.transaction(work),
    afterCommit: (call) => primary.afterCommit(call),
  })

  const hasCaughtUp = async (deadline: number) => {
    const position = await writtenPosition(primary)
    while (performance.now() < deadline && watch.isUsable) {
      if ((await watch.whileThere(replayedPosition(checks))) >= position) return true
      await sleep(lookAgainMs)
    }
    return false
  }
  return {
    async upToDate() {
      if (!watch.isUsable) return primary
      const caughtUp = withDeadline(catchUpMs * 2, () => hasCaughtUp(performance.now() + catchUpMs))
      return (await caughtUp.catch(() => false)) ? replicaFirst : primary
    },
    isUsable: () => watch.isUsable,
    reserve: () => reserve(connections),
    whileThere: (work) => watch.whileThere(work),
    wrote: () => watch.wrote(),
    lagSeconds: () => watch.lagSeconds,
    async close() {
      await watch.close()
      await Promise.all([connections.end(5_000), checks.end(0), measure.end(0)])
    },
  }
}
