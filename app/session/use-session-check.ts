import type { SupabaseClient } from "@supabase/supabase-js"
import { useEffect, useRef } from "react"

const atMostEveryMs = 60_000

/** Error codes of a session that has ended. */
const ended = new Set(["session_not_found", "user_not_found", "user_banned"])

/**
 * Checks with the service whether the session is still valid, when the page opens and when it regains focus: a session
 * ended on another device would otherwise appear valid until its token expires, up to 15 minutes.
 */
export function useSessionCheck(signedIn: boolean, client: () => Promise<SupabaseClient>): void {
  const checkedAt = useRef(0)
  useEffect(() => {
    if (!signedIn) return
    const check = async () => {
      if (document.visibilityState !== "visible" || Date.now() - checkedAt.current < atMostEveryMs) return
      checkedAt.current = Date.now()
      const { auth } = await client()
      // The client itself removes a missing session.
      const { error } = await auth.getUser()
      if (error?.code && ended.has(error.code)) await auth.signOut({ scope: "local" })
    }
    const look = () => void check().catch(() => {})
    look()
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [signedIn, client])
}
