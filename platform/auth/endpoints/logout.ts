import type { Context } from "hono"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { invalid } from "../refusal.ts"
import { endSession, endSessions } from "../sessions/end.ts"

/** POST /logout?scope=global|local|others. */
export const logout = (auth: Auth) => async (c: Context) => {
  const scope = c.req.query("scope") ?? "global"
  if (scope !== "global" && scope !== "local" && scope !== "others")
    throw invalid(`Unsupported logout scope "${scope.slice(0, 40)}"`)
  const { user, session } = await requireCaller(auth, c)
  const { ip } = clientOf(auth, c)
  await auth.db.transaction(async (db) => {
    await audit(auth, db, "logout", user, ip, { scope })
    if (scope === "local") await endSession(db, user.id, session.id)
    else await endSessions(db, user.id, scope === "others" ? session.id : undefined)
  })
  return c.body(null, 204)
}
