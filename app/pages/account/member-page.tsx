import type { ReactNode } from "react"
import { Navigate } from "react-router"
import { AccountNav } from "./account-nav.tsx"
import { Failed } from "./failed.tsx"
import { usePageSession } from "./use-page-session.ts"
import { Waiting } from "./waiting.tsx"

/**
 * Wraps an account page whose loader knows the member by the cookie of this browser, and shows it before and without scripts.
 * @param userId whom the loader has found; null: nobody
 * @param keeps the page holds what somebody typed, so it stays although nobody is signed in
 */
export function MemberPage(props: { userId: string | null; keeps: boolean; children: ReactNode }) {
  const { userId, keeps } = props
  const { isIn, elsewhere, isOwn, tried, retry } = usePageSession(userId)
  const shows = keeps || isOwn
  if (isIn === false && !keeps) return <Navigate to={elsewhere} replace />
  return (
    <div className="gutter pt-[clamp(2rem,4vw,3.5rem)] pb-section">
      <AccountNav />
      {shows && props.children}
      {!shows && !tried && (
        <Waiting withoutScripts="Sign in first, with JavaScript turned on. After that this page works without it." />
      )}
      {!shows && tried && <Failed what="This page" onRetry={retry} />}
    </div>
  )
}
