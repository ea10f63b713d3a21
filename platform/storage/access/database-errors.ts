import { denied, keyExists, noSuchBucket, Refusal } from "../refusal.ts"

/** Codes of postgres.js and of the socket when PostgreSQL cannot be reached, and PostgreSQL's own for the same. */
const unreachable =
  /^(CONNECT_TIMEOUT|CONNECTION_\w+|ECONN\w+|EPIPE|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|08\w{3}|53\w{3}|57P0\d)$/

/** The refusal that an error of PostgreSQL means; null for any other error. */
export function fromDatabaseError(error: unknown): Refusal | null {
  if (error instanceof Refusal || !(error instanceof Error) || !("code" in error)) return null
  const code = String(error.code)
  if (code === "42501") return denied()
  if (code === "23505") return keyExists()
  if (code === "23503") return noSuchBucket()
  if (code === "57014") return new Refusal("DatabaseTimeout", "The connection to the database timed out")
  // What a policy or a trigger of the installation raises is meant for the caller.
  if (code === "P0001") return denied(error.message)
  if (unreachable.test(code))
    return new Refusal("DatabaseError", "The database cannot be reached at the moment. Please try again.")
  return null
}
