import type { Context } from "hono"
import type { Auth } from "../auth.ts"
import { requireCaller } from "../http/caller.ts"
import { presentUser } from "../users/present.ts"

/** GET /user: the member as stored in the database, not as described by the token. */
export const user = (auth: Auth) => async (c: Context) => {
  c.header("Cache-Control", "no-store")
  return c.json(presentUser((await requireCaller(auth, c)).user))
}
