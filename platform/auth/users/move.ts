import type { Db } from "#ports/db.ts"
import type { Secrets } from "../crypto/secrets.ts"

/**
 * The account tables of a Supabase project's own GoTrue. Sessions, codes and limits do not move: members sign
 * in again.
 */
const columns = {
  users: [
    "instance_id",
    "id",
    "aud",
    "role",
    "email",
    "encrypted_password",
    "email_confirmed_at",
    "invited_at",
    "confirmation_token",
    "confirmation_sent_at",
    "recovery_token",
    "recovery_sent_at",
    "email_change_token_new",
    "email_change",
    "email_change_sent_at",
    "last_sign_in_at",
    "raw_app_meta_data",
    "raw_user_meta_data",
    "is_super_admin",
    "created_at",
    "updated_at",
    "phone",
    "phone_confirmed_at",
    "phone_change",
    "phone_change_token",
    "phone_change_sent_at",
    "email_change_token_current",
    "email_change_confirm_status",
    "banned_until",
    "reauthentication_token",
    "reauthentication_sent_at",
    "is_sso_user",
    "deleted_at",
    "is_anonymous",
  ],
  identities: [
    "provider_id",
    "user_id",
    "identity_data",
    "provider",
    "last_sign_in_at",
    "created_at",
    "updated_at",
    "id",
  ],
  mfa_factors: [
    "id",
    "user_id",
    "friendly_name",
    "factor_type",
    "status",
    "created_at",
    "updated_at",
    "secret",
  ],
  webauthn_credentials: [
    "id",
    "user_id",
    "credential_id",
    "public_key",
    "attestation_type",
    "aaguid",
    "sign_count",
    "transports",
    "backup_eligible",
    "backed_up",
    "friendly_name",
    "created_at",
    "updated_at",
    "last_used_at",
  ],
} as const

type Table = keyof typeof columns

const batch = 500

/**
 * Exports the accounts as SQL for the database of a Supabase project: one statement at a time, in the order
 * in which to run them. It contains password hashes and the decrypted secrets of authenticator apps, so
 * protect the output like passwords. Recovery codes are not included. Throws when the secret of an app cannot
 * be opened; the output then ends before its "commit". Passkeys work there only under the same host name.
 */
export async function* accountsAsSql(db: Db, secrets: Secrets): AsyncGenerator<string> {
  yield "begin;"
  for (const table of Object.keys(columns) as Table[]) {
    // In a separate transaction, because an older Supabase project has no table for passkeys.
    if (table === "webauthn_credentials") yield "commit;\nbegin;"
    let after = "00000000-0000-0000-0000-000000000000"
    while (true) {
      const rows = await db.query(
        `select t.id, to_jsonb(t) as row from auth.${table} t
         where t.id > $1 ${table === "mfa_factors" ? "and t.factor_type = 'totp' and t.status = 'verified'" : ""}
         order by t.id limit ${batch}`,
        [after],
      )
      for (const { id, row } of rows) {
        yield await insert(table, row as Record<string, unknown>, secrets)
        after = String(id)
      }
      if (rows.length < batch) break
    }
  }
  yield "commit;"
}

async function insert(table: Table, row: Record<string, unknown>, secrets: Secrets): Promise<string> {
  const kept = Object.fromEntries(columns[table].map((column) => [column, row[column]]))
  if (table === "mfa_factors") {
    kept.secret = await secrets.open("totp", String(row.secret))
    if (kept.secret === null)
      throw new Error(`The secret of authenticator app ${row.id} was sealed under another AUTH_SECRET`)
  }
  const names = columns[table].join(", ")
  const json = JSON.stringify(kept).replaceAll("'", "''")
  return `insert into auth.${table} (${names}) select ${names} from jsonb_populate_record(null::auth.${table}, '${json}');`
}
