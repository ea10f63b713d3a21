import { z } from "zod"
import type { Auth } from "../auth.ts"
import type { Claims } from "../keys/access-token.ts"
import { isBanned, type UserRow } from "../users/row.ts"
import { isOver, type SessionTimes } from "./lifetime.ts"

/** How long a result is cached: after a sign-out or a ban, tokens stop working within this time. */
const rememberedMs = 30_000
/** The maximum number of cached sessions; the oldest are evicted. */
const most = 20_000

const ids = z.object({ sub: z.uuid(), session_id: z.uuid() })

interface Remembered {
  at: number
  isOpen: Promise<boolean>
}

/**
 * Returns whether the session of verified claims is open and its account neither banned nor deleted, as of at most 30
 * seconds ago. Claims signed with the shared secret have no session and are accepted. Rejects while the database is
 * unavailable.
 */
export function createOpenSessions(
  auth: Pick<Auth, "db" | "now" | "config">,
): (claims: Claims) => Promise<boolean> {
  const remembered = new Map<string, Remembered>()

  async function ask(sessionId: string, userId: string): Promise<boolean> {
    const [row] = await auth.db.sql<SessionTimes & Pick<UserRow, "banned_until" | "deleted_at">>`
      select s.created_at, s.refreshed_at at time zone 'utc' as refreshed_at, s.not_after, u.banned_until, u.deleted_at
      from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = ${sessionId} and s.user_id = ${userId}`
    const now = auth.now()
    return row !== undefined && !row.deleted_at && !isBanned(row, now) && !isOver(row, now, auth.config)
  }

  return async (claims) => {
    if (claims.session_id === undefined) return true
    const { data } = ids.safeParse(claims)
    if (!data) return false
    const name = `${data.session_id} ${data.sub}`
    const now = auth.now().getTime()
    const known = remembered.get(name)
    if (known && now - known.at < rememberedMs) return known.isOpen
    const fresh = { at: now, isOpen: ask(data.session_id, data.sub) }
    // Moves the entry to the end: the latest are last.
    remembered.delete(name)
    remembered.set(name, fresh)
    const [oldest] = remembered.keys()
    if (remembered.size > most && oldest !== undefined) remembered.delete(oldest)
    fresh.isOpen.catch(() => {
      if (remembered.get(name) === fresh) remembered.delete(name)
    })
    return fresh.isOpen
  }
}
