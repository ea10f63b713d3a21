import type { Context } from "hono"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { lockFactor } from "../factors/find.ts"
import { removeFactor } from "../factors/remove.ts"
import { requireAdmin } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { presentFactor } from "../users/present.ts"
import { userOf } from "./admin-users.ts"

/** GET /admin/users/:id/factors. */
export const adminFactorsList = (auth: Auth) => async (c: Context) => {
  await requireAdmin(auth, c)
  return c.json(((await userOf(auth, c)).factors ?? []).map(presentFactor))
}

/** DELETE /admin/users/:id/factors/:factorId, for a member who has lost every device. */
export const adminFactorsDelete = (auth: Auth) => async (c: Context) => {
  const actor = await requireAdmin(auth, c)
  const user = await userOf(auth, c)
  const factor = await auth.db.transaction(async (db) => {
    const found = await lockFactor(db, user.id, c.req.param("factorId") ?? "")
    await removeFactor(auth, db, user, found)
    await audit(auth, db, "factor_deleted", actor, clientOf(auth, c).ip, {
      user_id: user.id,
      factor_id: found.id,
    })
    return found
  })
  const instants = {
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
  }
  return c.json(presentFactor({ ...factor, ...instants }))
}
