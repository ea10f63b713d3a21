import { useEffect, useRef, useState } from "react"
import { useRevalidator } from "react-router"
import { endPageSession, openPageSession } from "../../session/page-session.ts"
import { useAuth } from "../../session.tsx"
import { useSignedIn } from "./use-signed-in.ts"

interface PageSession {
  /** Whether somebody is signed in in this browser; null while that is not known. */
  isIn: boolean | null
  /** Where somebody who is not signed in goes. */
  elsewhere: string
  /** The page was loaded for the account of this browser. */
  isOwn: boolean
  /** Opening a session was tried, and did not help: this browser keeps no cookies, or the site cannot be reached. */
  tried: boolean
  retry(): void
}

/**
 * Compares whom a loader has found by the cookie with who is signed in in this browser. Where the cookie is missing or somebody
 * else's, it opens a session with the browser's token and loads the page again; a cookie that is left over is ended.
 * @param userId whom the loader has found; null: nobody
 */
export function usePageSession(userId: string | null): PageSession {
  const { session, client } = useAuth()
  const { isIn, elsewhere } = useSignedIn()
  const { revalidate } = useRevalidator()
  const [tried, setTried] = useState(false)
  const asked = useRef(false)
  const own = isIn && session ? session.user.id : null
  const lacking = own !== null && own !== userId ? own : null
  useEffect(() => {
    if (lacking === null || tried || asked.current) return
    asked.current = true
    void openPageSession(client)
      .then(revalidate)
      .catch(() => {})
      .finally(() => {
        asked.current = false
        // A browser that keeps no cookies is still unknown.
        setTried(true)
      })
  }, [lacking, tried, client, revalidate])
  // The browser has forgotten its session, so the cookie goes, too.
  const isLeftOver = isIn === false && userId !== null
  useEffect(() => {
    if (isLeftOver) void endPageSession().catch(() => {})
  }, [isLeftOver])
  return { isIn, elsewhere, isOwn: lacking === null && userId !== null, tried, retry: () => setTried(false) }
}
