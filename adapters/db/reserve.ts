import type postgres from "postgres"
import { isLost } from "./lost-connection.ts"

/** One connection of the pool. */
export interface ReservedConnection {
  /**
   * Sends a statement; those sent without waiting travel together and run in their order. Values travel as texts of
   * which PostgreSQL finds the types. `prepare`: the text is worth remembering. Nothing is sent once the connection is
   * lost.
   */
  send<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly (string | null)[],
    prepare?: boolean,
  ): Promise<Row[]>
  /** Gives the connection back, between transactions; one that was lost is the pool's to replace. */
  release(): void
}

/** The pseudo-type `unknown` (pg_type.dat): PostgreSQL finds the type, and the driver leaves the text as it is. */
const unknownType = 705

/**
 * Takes a connection out of the pool until it is released. postgres.js (3.4.9) ends the process when anything is sent over
 * a closed connection, so nothing is once an error says that it is lost.
 */
export async function reserve(pool: postgres.Sql): Promise<ReservedConnection> {
  const sql = await pool.reserve()
  let lost = false
  return {
    async send<Row extends object>(text: string, values: readonly (string | null)[] = [], prepare = false) {
      if (lost) throw Object.assign(new Error("The connection was lost"), { code: "CONNECTION_CLOSED" })
      const typed = values.map((value) => pool.typed(value as never, unknownType))
      try {
        return (await sql.unsafe(text, typed as never[], { prepare })) as unknown as Row[]
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
