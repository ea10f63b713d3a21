import type postgres from "postgres"
import type { BatchStatement } from "./batch-messages.ts"
import type { Batches, BatchRows } from "./batch-socket.ts"

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

/** Takes a connection out of the pool until it is released. */
export async function reserve(
  pool: postgres.Sql,
  batches: Batches,
  prepares: boolean,
): Promise<ReservedConnection> {
  const sql = await pool.reserve()
  return {
    run(statements) {
      const sent = prepares ? statements : statements.map((one) => ({ ...one, prepare: false }))
      return batches.run(sent, (text) => sql.unsafe(text))
    },
    release: () => sql.release(),
  }
}
