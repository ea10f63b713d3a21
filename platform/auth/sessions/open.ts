import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { randomToken } from "../crypto/random.ts"
import type { Client } from "../http/client.ts"
import { rememberNetwork } from "../limits/sign-in.ts"
import { needUser, type UserRow } from "../users/row.ts"
import { describeSession, type SessionBody } from "./body.ts"
import { noteMethod } from "./methods.ts"
import { addRefreshToken } from "./refresh-token.ts"

/**
 * Opens a session, at aal2 by a passkey and otherwise at aal1, and returns what the client stores. `method` is its
 * first amr entry, such as "password".
 */
export async function openSession(
  auth: Auth,
  db: Db,
  user: Pick<UserRow, "id" | "email" | "phone">,
  method: string,
  client: Client,
  { passkeyId = null }: { passkeyId?: string | null } = {},
): Promise<SessionBody> {
  const id = randomUUID()
  const now = auth.now()
  await db.sql`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, factor_id, user_agent, ip)
    values (${id}, ${user.id}, ${now}, ${now}, ${passkeyId ? "aal2" : "aal1"}, ${passkeyId},
      ${client.userAgent}, ${client.ip})`
  await noteMethod(auth, db, id, method)
  await db.sql`update auth.users set last_sign_in_at = ${now}, updated_at = ${now} where id = ${user.id}`
  await rememberNetwork(auth, db, user.id, client)
  await audit(auth, db, "login", user, client.ip, { provider: method })
  const refreshToken = randomToken()
  await addRefreshToken(auth, db, { token: refreshToken, sessionId: id, userId: user.id })
  return describeSession(auth, db, { sessionId: id, user: await needUser(db, user.id), refreshToken })
}
