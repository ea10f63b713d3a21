import type { Db } from "#ports/db.ts"
import { describeDevice } from "./device.ts"

interface SessionView {
  id: string
  createdAt: Date
  /** When its token was last refreshed, or when the session began. */
  lastUsedAt: Date
  /** "Firefox on Mac", or null when the user agent is not recognized. */
  device: string | null
  ip: string | null
  aal: "aal1" | "aal2"
  /** How it was opened: "password", "otp", "totp" ... */
  methods: string[]
}

/**
 * The sessions of an account, most recently used first.
 * @param openAt leaves out those whose own end is before this instant
 */
export async function listSessions(
  db: Db,
  userId: string,
  openAt: Date | null = null,
): Promise<SessionView[]> {
  const rows = await db.sql<{
    id: string
    created_at: Date
    last_used_at: Date
    user_agent: string | null
    ip: string | null
    aal: "aal1" | "aal2" | null
    methods: string[] | null
  }>`
    select s.id, s.created_at, coalesce(s.refreshed_at at time zone 'utc', s.created_at) as last_used_at,
      s.user_agent, host(s.ip) as ip, s.aal,
      (select json_agg(a.authentication_method order by a.created_at)
        from auth.mfa_amr_claims a where a.session_id = s.id) as methods
    from auth.sessions s where s.user_id = ${userId}
      and (${openAt}::timestamptz is null or s.not_after is null or s.not_after > ${openAt})
    order by last_used_at desc, s.id`
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    device: describeDevice(row.user_agent),
    ip: row.ip,
    aal: row.aal ?? "aal1",
    methods: row.methods ?? [],
  }))
}
