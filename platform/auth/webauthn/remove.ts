import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { sendNotice } from "../mails/notices.ts"
import type { UserRow } from "../users/row.ts"
import { type Passkey, passkeyName } from "./passkeys.ts"

/** Removes a passkey, ends the other sessions that it opened, and notifies the owner by mail. */
export async function removePasskey(
  auth: Auth,
  db: Db,
  user: UserRow,
  passkey: Passkey,
  exceptSession?: string,
): Promise<void> {
  await db.sql`delete from auth.webauthn_credentials where id = ${passkey.id}`
  await db.sql`
    delete from auth.sessions
    where user_id = ${user.id} and factor_id = ${passkey.id} and id is distinct from ${exceptSession ?? null}::uuid`
  await sendNotice(auth, db, "passkey_removed", user, passkeyName(passkey))
}
