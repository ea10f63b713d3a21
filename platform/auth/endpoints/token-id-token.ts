import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { readBody, text } from "../http/body.ts"
import { requireCaller } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { limitRequests } from "../limits/requests.ts"
import { findIdTokenProvider } from "../providers/find.ts"
import { tieToUser, userForProfile } from "../providers/sign-in.ts"
import { Refusal } from "../refusal.ts"
import { openSession } from "../sessions/open.ts"
import { requireLinking } from "./identities.ts"

const shape = z.object({
  provider: text,
  id_token: z.string().max(16_384).nullish(),
  nonce: text,
  link_identity: z.boolean().nullish(),
})

/**
 * Opens a session for an ID token that a provider issued to an app; with `link_identity`, links it to the
 * caller.
 */
export async function tokenByIdToken(auth: Auth, c: Context): Promise<Response> {
  const body = await readBody(c, shape)
  const client = clientOf(auth, c)
  if (!body.id_token) throw new Refusal(400, "validation_failed", "id_token required")
  const provider = findIdTokenProvider(auth, body.provider)
  await limitRequests(auth, "sign-up", client)
  const caller = body.link_identity ? await requireCaller(auth, c) : null
  if (caller) requireLinking(auth, caller)
  const profile = await provider.profileFromIdToken(body.id_token, body.nonce)
  if (!profile) throw new Refusal(400, "bad_jwt", "Bad ID token")
  const session = await auth.db.transaction(async (db) => {
    const user = caller
      ? await tieToUser(auth, db, caller.user.id, provider.name, profile)
      : await userForProfile(auth, db, provider.name, profile, client)
    return openSession(auth, db, user, "oauth", client)
  })
  return c.json(session)
}
