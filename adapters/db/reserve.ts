import type postgres from "postgres"
import type { BatchStatement } from "./batch-messages.ts"
import type { Batches, BatchRows } from "./batch-socket.ts"
import { isLost } from "./lost-connection.ts"

/** One connection of the pool. */
export interface ReservedConnection {
  /**
   * Runs statements one after the other in one round trip. Outside of a transaction they are one; after an error none of the
   * following is run. Nothing is sent once the connection is lost.
   */
  run(statements: readonly BatchStatement[]): Promise<BatchRows>
  /** Gives the connection back, between transactions; one that was lost is the pool's to replace. */
  release(): void
}

/**
 * Takes a connection out of the pool until it is released. postgres.js (3.4.9) ends the process when anything is sent over
 * a closed connection, so nothing is once an error says that it is lost.
 */
export async function reserve(
  pool: postgres.Sql,
  batches: Batches,
  prepares: boolean,
): Promise<ReservedConnection> {
  const sql = await pool.reserve()
  let lost = false
  return {
    async run(statements) {
      if (lost) throw Object.assign(new Error("The connection was lost"), { code: "CONNECTION_CLOSED" })
      try {
        const sent = prepares ? statements : statements.map((one) => ({ ...one, prepare: false }))
        return await batches.run(sent, (text) => sql.unsafe(text))
      } catch (error) {
        lost ||= isLost(error)
        throw error
      }
    },
    release() {
      if (!lost) sql.release()
    },
  }
}
