import { type ReactNode, useEffect, useRef, useState } from "react"
import { Navigate, useRevalidator } from "react-router"
import { endPageSession, openPageSession } from "../../session/page-session.ts"
import { useAuth } from "../../session.tsx"
import { AccountNav } from "./account-nav.tsx"
import { Failed } from "./failed.tsx"
import { useSignedIn } from "./use-signed-in.ts"
import { Waiting } from "./waiting.tsx"

/**
 * Wraps an account page whose loader knows the member by the cookie of this browser, and shows it before and without scripts. Where
 * the cookie is missing or somebody else's, the browser opens a session with its token, and the page is loaded again.
 * @param userId whom the loader has found; null: nobody
 * @param keeps the page holds what somebody typed, so it stays although nobody is signed in
 */
export function MemberPage(props: { userId: string | null; keeps: boolean; children: ReactNode }) {
  const { userId, keeps } = props
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
  // The browser no longer has its session, so the cookie is removed as well.
  const isLeftOver = isIn === false && userId !== null
  useEffect(() => {
    if (isLeftOver) void endPageSession().catch(() => {})
  }, [isLeftOver])

  const shows = keeps || (lacking === null && userId !== null)
  if (isIn === false && !keeps) return <Navigate to={elsewhere} replace />
  return (
    <div className="gutter pt-[clamp(2rem,4vw,3.5rem)] pb-section">
      <AccountNav />
      {shows && props.children}
      {!shows && !tried && (
        <Waiting withoutScripts="Sign in first, with JavaScript turned on. After that this page works without it." />
      )}
      {!shows && tried && <Failed what="This page" onRetry={() => setTried(false)} />}
    </div>
  )
}
