import type { AfterCommit, Db } from "#ports/db.ts"
import { readSettings } from "./connection-settings.ts"
import { Connections } from "./connections.ts"
import { createListener } from "./listener.ts"
import type { BatchRows, BatchStatement } from "./statement-batch.ts"
import { asDb } from "./transaction.ts"

interface PostgresOptions {
  url: string
  /** The connection string for LISTEN, if `url` leads to a pooler in transaction mode. */
  directUrl?: string | undefined
  /** Connections in the pool. */
  max: number
  /** Shown in pg_stat_activity. */
  applicationName?: string
  /** The deadline in ms for a statement outside any deadline (primitives/deadline.ts). Default: none. */
  statementMs?: number
  /** Called with the message of each warning that the server reports. */
  onWarning?: (message: string) => void
}

/** What the process needs besides the Db port: shutdown, and LISTEN for the live adapter. */
export interface PostgresDb extends Db {
  /**
   * Listens over a dedicated connection that is reopened when lost; calls `onReady` each time it is
   * established.
   */
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReady?: () => void,
  ): Promise<() => Promise<void>>
  /** Reserves one connection of the pool until it is released, for statements that are sent together. */
  reserve(): Promise<ReservedConnection>
  /** Waits for running queries up to `timeoutSeconds`, then closes every connection. */
  end(timeoutSeconds?: number): Promise<void>
}

/** A reserved connection. */
export interface ReservedConnection {
  /**
   * Runs statements in order in one round trip. Outside a transaction they form one; after an error the remaining ones
   * are skipped. Nothing is sent once the connection is lost.
   */
  run(statements: readonly BatchStatement[]): Promise<BatchRows>
  /** Returns the connection to the pool; call it outside a transaction. The pool replaces a lost connection. */
  release(): void
}

/**
 * Opens a PostgreSQL pool. It connects lazily: the first query shows whether the server is available. Statements,
 * transactions and waits for a connection end at the caller's deadline with code `deadline_exceeded`; a commit in
 * progress at that moment may have succeeded. Lost connections have code CONNECTION_CLOSED or PostgreSQL's own (57P01
 * to 57P03).
 */
export function connectPostgres(options: PostgresOptions): PostgresDb {
  const settings = readSettings(options.url, options.applicationName ?? "b4m")
  const connections = new Connections(settings, options)
  const listener = createListener({ url: options.directUrl ?? options.url })
  const db = asDb({
    run: (single) => connections.run(single),
    nameOf: (text) => connections.nameOf(text),
    async transaction(work) {
      const afterwards: AfterCommit[] = []
      const result = await connections.transaction(work, afterwards)
      for (const call of afterwards) call(db)
      return result
    },
    afterCommit: (call) => call(db),
  })
  return {
    ...db,
    listen: (channel, onPayload, onReady) => listener.listen({ channel, onPayload, onReady }),
    reserve: () => reserve(connections),
    end: (timeoutSeconds = 5) => connections.end(timeoutSeconds * 1_000),
  }
}

/** Reserves a connection of a pool. */
export async function reserve(connections: Connections): Promise<ReservedConnection> {
  const connection = await connections.take()
  return {
    run: (statements) => connection.runBatch(statements, connections.remainingMs()),
    release: () => connections.give(connection),
  }
}
