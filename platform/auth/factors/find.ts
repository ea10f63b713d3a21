import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { Refusal } from "../refusal.ts"

export interface StoredFactor {
  id: string
  user_id: string
  factor_type: "totp" | "phone" | "webauthn" | "recovery_code"
  status: "verified" | "unverified"
  friendly_name: string | null
  secret: string | null
  created_at: Date
  updated_at: Date
}

const columns = (db: Db) => db.sql`
  id, user_id, factor_type, status, friendly_name, secret, created_at, updated_at`

export const factorNotFound = (message = "MFA factor not found") =>
  new Refusal(404, "mfa_factor_not_found", message)

export const factorNameTaken = (name: string) =>
  new Refusal(
    422,
    "mfa_factor_name_conflict",
    `A factor with the friendly name "${name}" for this user already exists`,
  )

/**
 * Finds the member's own factor and locks its row in the transaction of `db`. Throws 404 for any other id.
 */
export async function lockFactor(db: Db, userId: string, id: string): Promise<StoredFactor> {
  if (!z.uuid().safeParse(id).success)
    throw new Refusal(404, "validation_failed", "factor_id must be an UUID")
  const [factor] = await db.sql<StoredFactor>`
    select ${columns(db)} from auth.mfa_factors where id = ${id} and user_id = ${userId} for update`
  if (!factor) throw factorNotFound()
  return factor
}

/** Finds and locks the member's set of recovery codes. Throws 404 if there is none. */
export async function lockRecoverySet(db: Db, userId: string): Promise<StoredFactor> {
  const [factor] = await db.sql<StoredFactor>`
    select ${columns(db)} from auth.mfa_factors
    where user_id = ${userId} and factor_type = 'recovery_code' for update`
  if (!factor) throw factorNotFound("Recovery codes not found")
  return factor
}
