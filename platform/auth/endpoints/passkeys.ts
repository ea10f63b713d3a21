import type { Context } from "hono"
import { z } from "zod"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { readBody } from "../http/body.ts"
import { requireAdmin, requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { requireRecentSignIn } from "../http/recent.ts"
import { Refusal } from "../refusal.ts"
import { listPasskeys, lockPasskey, presentPasskey } from "../webauthn/passkeys.ts"
import { removePasskey } from "../webauthn/remove.ts"
import { userOf } from "./admin-users.ts"

const passkeyId = (c: Context) => c.req.param("passkeyId") ?? ""

/** GET /passkeys: the caller's own, oldest first. */
export const passkeysList = (auth: Auth) => async (c: Context) => {
  const { user } = await requireCaller(auth, c)
  return c.json((await listPasskeys(auth.db, user.id)).map(presentPasskey))
}

/** PATCH /passkeys/:id: renames one. */
export const passkeysRename = (auth: Auth) => async (c: Context) => {
  const { user } = await requireCaller(auth, c)
  const { friendly_name: name } = await readBody(c, z.object({ friendly_name: z.string().max(120) }))
  const passkey = await auth.db.transaction(async (db) => {
    const found = await lockPasskey(db, user.id, passkeyId(c))
    await db.sql`
      update auth.webauthn_credentials set friendly_name = ${name}, updated_at = ${auth.now()} where id = ${found.id}`
    return { ...found, friendly_name: name }
  })
  return c.json(presentPasskey(passkey))
}

/** DELETE /passkeys/:id. Requires a recent sign-in; the last sign-in method cannot be removed. */
export const passkeysDelete = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  await requireRecentSignIn(auth, caller)
  const { user, session } = caller
  await auth.db.transaction(async (db) => {
    await db.sql`select 1 from auth.users where id = ${user.id} for update`
    const found = await lockPasskey(db, user.id, passkeyId(c))
    const others = (await listPasskeys(db, user.id)).length > 1
    const byProvider = (user.identities ?? []).some(
      ({ provider }) => provider !== "email" && provider !== "phone",
    )
    if (!others && !byProvider && !user.encrypted_password && !user.email_confirmed_at)
      throw new Refusal(
        422,
        "last_sign_in_method",
        "The only way to sign in to the account cannot be removed",
      )
    await removePasskey(auth, db, user, found, session.id)
    await audit(auth, db, "passkey_deleted", user, clientOf(auth, c).ip, { passkey_id: found.id })
  })
  return c.body(null, 204)
}

/** GET /admin/users/:id/passkeys. */
export const adminPasskeysList = (auth: Auth) => async (c: Context) => {
  await requireAdmin(auth, c)
  const user = await userOf(auth, c)
  return c.json((await listPasskeys(auth.db, user.id)).map(presentPasskey))
}

/** DELETE /admin/users/:id/passkeys/:passkeyId. */
export const adminPasskeysDelete = (auth: Auth) => async (c: Context) => {
  const actor = await requireAdmin(auth, c)
  const user = await userOf(auth, c)
  await auth.db.transaction(async (db) => {
    const found = await lockPasskey(db, user.id, passkeyId(c))
    await removePasskey(auth, db, user, found)
    await audit(auth, db, "passkey_deleted", actor, clientOf(auth, c).ip, {
      user_id: user.id,
      passkey_id: found.id,
    })
  })
  return c.body(null, 204)
}
