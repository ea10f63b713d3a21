import type { Context } from "hono"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { readBody, text } from "../http/body.ts"
import { clientOf } from "../http/client.ts"
import { limitRequests } from "../limits/requests.ts"
import { invalid } from "../refusal.ts"
import { refreshSession } from "../sessions/refresh.ts"

/** Exchanges a refresh token for a new session. */
export async function tokenByRefresh(auth: Auth, c: Context): Promise<Response> {
  const body = await readBody(c, z.object({ refresh_token: text }))
  if (!body.refresh_token) throw invalid("refresh_token required")
  const client = clientOf(auth, c)
  await limitRequests(auth, "refresh", client)
  return c.json(await refreshSession(auth, body.refresh_token, client))
}
