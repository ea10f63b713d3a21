import type { SupabaseClient } from "@supabase/supabase-js"
import { useEffect, useRef } from "react"

const atMostEveryMs = 60_000

/** What the service says of a session that is no longer one. */
const ended = new Set(["session_not_found", "user_not_found", "user_banned"])

/**
 * Asks the service whether the session is still open, when the page opens and when somebody looks at it again: a
 * session ended on another device would otherwise be shown until its token ends, for up to a quarter of an hour.
 */
export function useSessionCheck(signedIn: boolean, client: () => Promise<SupabaseClient>): void {
  const checkedAt = useRef(0)
  useEffect(() => {
    if (!signedIn) return
    const check = async () => {
      if (document.visibilityState !== "visible" || Date.now() - checkedAt.current < atMostEveryMs) return
      checkedAt.current = Date.now()
      const { auth } = await client()
      // A missing session is removed by the client itself.
      const { error } = await auth.getUser()
      if (error?.code && ended.has(error.code)) await auth.signOut({ scope: "local" })
    }
    const look = () => void check().catch(() => {})
    look()
    document.addEventListener("visibilitychange", look)
    return () => document.removeEventListener("visibilitychange", look)
  }, [signedIn, client])
}
