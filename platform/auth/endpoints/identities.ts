import type { Context } from "hono"
import { z } from "zod"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { type Caller, requireCaller, requireSecondFactor } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { Refusal } from "../refusal.ts"
import { noteProviders } from "../users/identities.ts"
import { hasVerifiedFactor } from "../users/row.ts"

/**
 * Requires that members may link and unlink providers, and the second level where the account has a second factor: a
 * linked provider is another sign-in method, and unlinking the address removes the password.
 */
export function requireLinking(auth: Auth, caller: Caller): void {
  if (!auth.config.manualLinking)
    throw new Refusal(404, "manual_linking_disabled", "Manual linking is disabled")
  if (hasVerifiedFactor(caller.user))
    requireSecondFactor(caller, "AAL2 required to link or unlink an identity")
}

/** DELETE /user/identities/:id: unlinks a provider; the last identity cannot be removed. */
export const identityUnlink = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  requireLinking(auth, caller)
  const { user } = caller
  const id = c.req.param("identityId") ?? ""
  if (!z.uuid().safeParse(id).success)
    throw new Refusal(404, "validation_failed", "identity_id must be an UUID")
  await auth.db.transaction(async (db) => {
    await db.sql`select 1 from auth.users where id = ${user.id} for update`
    const identities = await db.sql<{ id: string; provider: string }>`
      select id, provider from auth.identities where user_id = ${user.id}`
    const unlinked = identities.find((identity) => identity.id === id)
    if (!unlinked) throw new Refusal(422, "identity_not_found", "Identity doesn't exist")
    if (identities.length < 2)
      throw new Refusal(
        422,
        "single_identity_not_deletable",
        "User must have at least 1 identity after unlinking",
      )
    await db.sql`delete from auth.identities where id = ${id}`
    // A password without its identity would be a sign-in method that no list shows.
    if (unlinked.provider === "email")
      await db.sql`update auth.users set encrypted_password = '' where id = ${user.id}`
    await noteProviders(auth, db, user.id)
    await audit(auth, db, "identity_unlinked", user, clientOf(auth, c).ip, { provider: unlinked.provider })
  })
  return c.json({})
}
