import { z } from "zod"
import { memberFunction } from "./member-function.ts"

/**
 * The caller's sessions, most recently used first: `{ sessions: [{ id, device, ip, createdAt, lastUsedAt,
 * current }] }`.
 */
export const listSessions = memberFunction(z.object({}), async (world, _input, { userId, sessionId }) => {
  const sessions = await world.accounts.sessions(world.db, userId)
  return {
    ok: true,
    value: { sessions: sessions.map((session) => ({ ...session, current: session.id === sessionId })) },
  }
})
