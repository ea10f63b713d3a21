import type { AuthConfig } from "../options.ts"

export interface SessionTimes {
  created_at: Date
  /** Null until the first refresh. */
  refreshed_at: Date | null
  not_after: Date | null
}

/** Whether a session has expired: its own end, the maximum lifetime, or the inactivity limit. */
export function isOver(
  session: SessionTimes,
  now: Date,
  config: Pick<AuthConfig, "sessionTimeboxS" | "sessionInactivityS">,
): boolean {
  const age = (since: Date) => (now.getTime() - since.getTime()) / 1000
  if (session.not_after && session.not_after <= now) return true
  if (config.sessionTimeboxS !== null && age(session.created_at) >= config.sessionTimeboxS) return true
  const lastUsed = session.refreshed_at ?? session.created_at
  return config.sessionInactivityS !== null && age(lastUsed) >= config.sessionInactivityS
}
