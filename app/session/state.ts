import type { AuthChangeEvent, Session } from "@supabase/supabase-js"

export interface SessionState {
  session: Session | null
  /** True until the first result, with or without a session. */
  loading: boolean
  /** The last of the seven events; null before the first, or if the client was never loaded. */
  event: AuthChangeEvent | null
  /** A recovery link or code opened the session: a new password is required. */
  recovering: boolean
}

interface SessionChange {
  event: AuthChangeEvent | null
  session: Session | null
}

export const unknown: SessionState = { session: null, loading: true, event: null, recovering: false }

/** No stored session, so nothing to wait for. */
export const nobody: SessionChange = { event: null, session: null }

/** The state after one client event. */
export function sessionReducer(state: SessionState, { event, session }: SessionChange): SessionState {
  return { session, loading: false, event, recovering: isRecovering(state, event) }
}

function isRecovering(state: SessionState, event: AuthChangeEvent | null): boolean {
  if (event === "PASSWORD_RECOVERY") return true
  if (event === "USER_UPDATED" || event === "SIGNED_OUT") return false
  return state.recovering
}
