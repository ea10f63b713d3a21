import { useEffect, useRef } from "react"
import { useLocation } from "react-router"
import { signInAddress } from "../../session/return-path.ts"
import { useAuth } from "../../session/session.tsx"

/** Whether somebody is signed in; null while that is not known. Otherwise where this page leads: home after signing out, else to signing in. */
export function useSignedIn(): { isIn: boolean | null; elsewhere: string } {
  const { session, loading, needsSecondFactor } = useAuth()
  const { pathname, search, hash } = useLocation()
  const wasIn = useRef(false)
  const isIn = session !== null && !needsSecondFactor
  useEffect(() => {
    if (isIn) wasIn.current = true
  }, [isIn])
  // A part of the page, as mails name it, and never what a mailed link has brought.
  const part = /^#[a-z-]+$/.test(hash) ? hash : ""
  const goingOut = wasIn.current && !session
  return {
    isIn: loading && !isIn ? null : isIn,
    // Prerendered pages have a trailing slash in their URL.
    elsewhere: goingOut ? "/" : signInAddress(pathname.replace(/\/$/, "") + search + part),
  }
}
