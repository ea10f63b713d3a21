import { isDatabaseAway } from "#primitives/database-away.ts"
import { denied, keyExists, noSuchBucket, Refusal } from "../refusal.ts"

/** The refusal that corresponds to a PostgreSQL error; null for any other error. */
export function fromDatabaseError(error: unknown): Refusal | null {
  if (error instanceof Refusal || !(error instanceof Error) || !("code" in error)) return null
  const code = String(error.code)
  if (code === "42501") return denied()
  if (code === "23505") return keyExists()
  if (code === "23503") return noSuchBucket()
  if (code === "57014") return new Refusal("DatabaseTimeout", "The connection to the database timed out")
  // Values that no column can store, such as text with the character 0.
  if (/^22/.test(code))
    return new Refusal("InvalidRequest", "The request has a value that the database cannot hold")
  // Errors raised by the installation's policies or triggers are intended for the caller.
  if (code === "P0001") return denied(error.message)
  // Class 53: a full disk, no memory, too many connections.
  if (isDatabaseAway(error) || code.startsWith("53"))
    return new Refusal(
      "DatabaseError",
      "The database cannot be reached at the moment. What was sent may have been saved. Please try again.",
    )
  return null
}
