import type { Context } from "hono"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { lockFactor } from "../factors/find.ts"
import { removeFactor } from "../factors/remove.ts"
import { requireCaller, requireSecondFactor } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"

/** DELETE /factors/:id. A verified factor can be removed only by a session that has used it. */
export const factorsUnenroll = (auth: Auth) => async (c: Context) => {
  const caller = await requireCaller(auth, c)
  const id = c.req.param("factorId") ?? ""
  await auth.db.transaction(async (db) => {
    const factor = await lockFactor(db, caller.user.id, id)
    if (factor.status === "verified") requireSecondFactor(caller, "AAL2 required to unenroll verified factor")
    await removeFactor(auth, db, caller.user, factor)
    await audit(auth, db, "factor_unenrolled", caller.user, clientOf(auth, c).ip, { factor_id: id })
  })
  return c.json({ id })
}
