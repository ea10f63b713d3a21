import type { Context } from "hono"
import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { changeEmail } from "../codes/email-change.ts"
import { readBody } from "../http/body.ts"
import { requireAdmin } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { sendNotice } from "../mails/notices.ts"
import { refuseDuplicate } from "../refusal.ts"
import { endSessions } from "../sessions/end.ts"
import { confirmEmail } from "../users/confirm.ts"
import { setPassword } from "../users/contested.ts"
import { parseEmail } from "../users/email.ts"
import { mergeMetadata } from "../users/metadata.ts"
import { parsePhone, phoneTaken } from "../users/phone.ts"
import { presentUser } from "../users/present.ts"
import { needUser, type UserRow } from "../users/row.ts"
import { type AdminAttributes, adminAttributes, banEnd } from "./admin-attributes.ts"
import { userOf } from "./admin-users.ts"

/** PUT /admin/users/:id. A ban ends every session immediately. */
export const adminUsersUpdate = (auth: Auth) => async (c: Context) => {
  const actor = await requireAdmin(auth, c)
  const user = await userOf(auth, c)
  const body = await readBody(c, adminAttributes)
  const email = body.email ? parseEmail(body.email) : ""
  const bannedUntil = body.ban_duration ? banEnd(body.ban_duration, auth.now()) : undefined
  if (body.password) auth.passwordRules.checkLength(body.password)
  const passwordHash = body.password ? await auth.hasher.hash(body.password) : ""
  await auth.db.transaction(async (db) => {
    if (email && email !== user.email) await changeEmailAsAdmin(auth, db, user, email)
    const current = email || user.email
    if (body.email_confirm && current)
      await confirmEmail(auth, db, { id: user.id, email: current }, { proven: true })
    await setPhone(auth, db, user, body)
    if (passwordHash) {
      await setPassword(auth, db, user.id, passwordHash)
      await endSessions(db, user.id)
      await sendNotice(auth, db, "password_changed", { ...user, email: current })
    }
    if (body.role) await db.sql`update auth.users set role = ${body.role} where id = ${user.id}`
    if (body.user_metadata) await mergeMetadata(auth, db, user.id, "raw_user_meta_data", body.user_metadata)
    if (body.app_metadata) await mergeMetadata(auth, db, user.id, "raw_app_meta_data", body.app_metadata)
    if (bannedUntil !== undefined) {
      await db.sql`update auth.users set banned_until = ${bannedUntil} where id = ${user.id}`
      if (bannedUntil) await endSessions(db, user.id)
    }
    await db.sql`update auth.users set updated_at = ${auth.now()} where id = ${user.id}`
    await audit(auth, db, "user_modified", actor, clientOf(auth, c).ip, { user_id: user.id })
  })
  return c.json(presentUser(await needUser(auth.db, user.id)))
}

/** A new address is confirmed only if the old one was or the request says so. */
async function changeEmailAsAdmin(auth: Auth, db: Db, user: UserRow, email: string): Promise<void> {
  await changeEmail(auth, db, user, email)
  await sendNotice(auth, db, "address_changed", user, email)
  if (!user.email_confirmed_at)
    await db.sql`update auth.users set email_confirmed_at = null where id = ${user.id}`
}

async function setPhone(auth: Auth, db: Db, user: UserRow, body: AdminAttributes): Promise<void> {
  const phone = body.phone ? parsePhone(body.phone) : null
  const confirmedAt = body.phone_confirm ? auth.now() : null
  await db
    .transaction(
      (tx) =>
        tx.sql`
        update auth.users set phone = coalesce(${phone}, phone),
          phone_confirmed_at = coalesce(${confirmedAt}, phone_confirmed_at)
        where id = ${user.id}` as unknown as Promise<unknown>,
    )
    .catch(refuseDuplicate(phoneTaken))
}
