import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { exchangeCode } from "../flow-state.ts"
import { readBody, text } from "../http/body.ts"
import { clientOf } from "../http/client.ts"
import { invalid, Refusal } from "../refusal.ts"
import { openSession } from "../sessions/open.ts"
import { findUser, isBanned } from "../users/row.ts"

/**
 * Exchanges the code of a link or provider, and the verifier known only to the requesting browser, for a
 * session.
 */
export async function tokenByPkce(auth: Auth, c: Context): Promise<Response> {
  const body = await readBody(c, z.object({ auth_code: text, code_verifier: text }))
  if (!body.auth_code || !body.code_verifier)
    throw invalid("invalid request: both auth code and code verifier should be non-empty")
  const client = clientOf(auth, c)
  const session = await auth.db.transaction(async (db) => {
    const exchanged = await exchangeCode(auth, db, body.auth_code, body.code_verifier)
    if (exchanged instanceof Refusal) return exchanged
    const user = await findUser(db, exchanged.userId)
    if (!user)
      return new Refusal(404, "flow_state_not_found", "invalid flow state, no valid flow state found")
    if (isBanned(user, auth.now())) return new Refusal(403, "user_banned", "User is banned")
    return openSession(auth, db, user, exchanged.authenticationMethod, client)
  })
  if (session instanceof Refusal) throw session
  return c.json(session)
}
