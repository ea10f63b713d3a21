import type { Context } from "hono"
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import type { Auth } from "../auth.ts"
import { emailTaken } from "../codes/email-change.ts"
import { mailToken } from "../codes/mail-token.ts"
import { metadata, readBody, text } from "../http/body.ts"
import { requireAdmin } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { refuseDuplicate } from "../refusal.ts"
import { createEmailUser } from "../users/create.ts"
import { parseEmail } from "../users/email.ts"
import { presentUser } from "../users/present.ts"
import { findUserByEmail, needUser } from "../users/row.ts"

/** POST /invite: mails an invitation and creates the unconfirmed account it opens. */
export const invite = (auth: Auth) => async (c: Context) => {
  await requireAdmin(auth, c)
  const body = await readBody(c, z.object({ email: text, data: metadata }))
  const email = parseEmail(body.email)
  const request = {
    client: clientOf(auth, c),
    redirectTo: auth.redirects.choose(c.req.query("redirect_to")),
    challenge: null,
  }
  const id = await auth.db
    .transaction(async (db) => {
      const invited = await inviteUser(auth, db, email, body.data ?? {})
      await mailToken(auth, db, "invite", { id: invited, email }, request)
      return invited
    })
    .catch(refuseDuplicate(emailTaken))
  return c.json(presentUser(await needUser(auth.db, id)))
}

/** Finds the unconfirmed account of an address, or creates it. Throws email_exists for a confirmed one. */
export async function inviteUser(
  auth: Auth,
  db: Db,
  email: string,
  userMetadata: Record<string, unknown>,
): Promise<string> {
  const existing = await findUserByEmail(db, email)
  if (existing?.email_confirmed_at) throw emailTaken()
  if (existing) {
    // The invitation will prove the mailbox, so what a stranger may have set before must not survive.
    await db.sql`
      update auth.users set invited_at = ${auth.now()}, encrypted_password = '',
        raw_user_meta_data = ${db.sql.json(userMetadata)}
      where id = ${existing.id}`
    return existing.id
  }
  return createEmailUser(auth, db, { email, userMetadata, invited: true })
}
