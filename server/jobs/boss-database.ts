import type { Db as IDatabase } from "pg-boss"
import type { Db } from "#ports/db.ts"

/** A Db that also receives notifications. */
export interface ListeningDb extends Db {
  listen(
    channel: string,
    onPayload: (payload: string) => void,
    onReady?: () => void,
  ): Promise<() => Promise<void>>
}

/**
 * The Db port in the form that pg-boss expects, so that everything shares one driver and pool, and a job can be added
 * inside the caller's transaction. A script `BEGIN; ...; COMMIT;` must not run on a pooled connection, so it runs in a
 * transaction of the port.
 */
export function bossDatabase(db: Db): IDatabase {
  return {
    async executeSql(text, values = []) {
      if (values.length > 0) return { rows: await db.query(text, values) }
      const script = /^\s*BEGIN\s*;([\s\S]*?)COMMIT\s*;?\s*$/i.exec(text)
      if (script?.[1] === undefined) return { rows: flatten(await db.query(text)) }
      const statements = script[1]
      return db.transaction(async (inner) => ({ rows: flatten(await inner.query(statements)) }))
    },
  }
}

/** The same, with the notification that wakes waiting workers immediately. */
export function listeningBossDatabase(db: ListeningDb): IDatabase {
  return {
    ...bossDatabase(db),
    async listen(channel, onNotification, onReconnect) {
      const close = await db.listen(channel, onNotification, onReconnect)
      return { close }
    },
  }
}

/** A script of several statements returns one list of rows per statement. */
function flatten(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.flat() as Record<string, unknown>[]
}
