import type { Context } from "hono"
import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { limitRequests } from "../limits/requests.ts"
import { Refusal } from "../refusal.ts"
import { openSession } from "../sessions/open.ts"
import { createUser } from "../users/create.ts"

/** Opens a session without an address or number; off unless configured. */
export async function signUpAnonymously(
  auth: Auth,
  c: Context,
  userMetadata: Record<string, unknown>,
  client: Client,
): Promise<Response> {
  if (!auth.config.anonymousSignIn)
    throw new Refusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled")
  await limitRequests(auth, "sign-up", client)
  const session = await auth.db.transaction(async (db) => {
    const id = await createUser(auth, db, { userMetadata })
    return openSession(auth, db, { id, email: null, phone: null }, "anonymous", client)
  })
  return c.json(session)
}
